import { useMemo } from 'react'
import { decodeDateFilter } from '@gensvar/contract/date-filters'
import type { DateFilter, DateOffset } from '@gensvar/contract/date-filters'
import type { DateUnit } from '@gensvar/contract/dates'
import { languageTags } from '@gensvar/contract/local-text'
import { parsePeriodName } from '@gensvar/contract/periods'
import type { WholePeriodKind } from '@gensvar/contract/periods'
import { useFormat } from '#web/lib/format.ts'
import type { Format } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useTexts } from './texts.ts'

type Translate = ReturnType<typeof useTexts>

const intlUnits: Record<DateUnit, Intl.RelativeTimeFormatUnit> = { d: 'day', m: 'month', y: 'year' }

/**
 * Words for dates in a filter's value, `Last 3 whole months` for `last_3m`, `Past 30 days` for `rel_-30d_0d`; null if the
 * value is not a date. A period that the survey has a title of is told by it.
 */
export function useDateWords(): (value: string) => string | null {
  const t = useTexts()
  const format = useFormat()
  const text = useLocalText()
  const { periodTitles } = useSurveyStart().survey
  return useMemo(
    () => (value) => {
      const filter = decodeDateFilter(value)
      return filter && (text(periodTitles[value]) || wordsOf(filter, t, format))
    },
    [t, format, text, periodTitles],
  )
}

function offsetWords({ amount, unit }: DateOffset, t: Translate, format: Format): string {
  if (amount === 0) return t('todayInside')
  return new Intl.RelativeTimeFormat(languageTags[format.locale], { numeric: 'always' }).format(amount, intlUnits[unit])
}

function pastWords(count: number, unit: DateUnit, t: Translate): string {
  if (unit === 'd') return t('pastDays', { count })
  if (unit === 'm') return t('pastMonths', { count })
  return count === 1 ? t('pastMonths', { count: 12 }) : t('pastYears', { count })
}

function nextWords(count: number, unit: DateUnit, t: Translate): string {
  if (unit === 'd') return t('nextDays', { count })
  return unit === 'm' ? t('nextMonths', { count }) : t('nextYears', { count })
}

function intervalWords(from: DateOffset, to: DateOffset, t: Translate, format: Format): string {
  if (from.amount < 0 && to.amount === 0) return pastWords(-from.amount, from.unit, t)
  if (from.amount === 0 && to.amount > 0) return nextWords(to.amount, to.unit, t)
  const ends = [offsetWords(from, t, format), offsetWords(to, t, format)]
  return ends[0] === ends[1] ? (ends[0] ?? '') : ends.join(' – ')
}

function wholeWords(count: number, period: WholePeriodKind, t: Translate): string {
  switch (period) {
    case 'week':
      return count === 0 ? t('thisWeek') : t('lastWeeks', { count })
    case 'month':
      return count === 0 ? t('thisMonth') : t('lastMonths', { count })
    case 'quarter':
      return count === 0 ? t('thisQuarter') : t('lastQuarters', { count })
    case 'year':
      return count === 0 ? t('thisYear') : t('lastYears', { count })
  }
}

function periodWords(name: string, t: Translate, format: Format): string {
  const period = parsePeriodName(name)
  if (period?.kind === 'day') return format.date(name)
  if (period?.kind === 'month') return format.month(name)
  const [year = '', part = ''] = name.split('-')
  if (period?.kind === 'week') return t('weekOf', { week: Number(part.slice(1)), year })
  return part === '' ? year : `${part} ${year}`
}

function wordsOf(filter: DateFilter, t: Translate, format: Format): string {
  switch (filter.kind) {
    case 'custom':
      return filter.start === filter.end
        ? format.date(filter.start)
        : `${format.date(filter.start)} – ${format.date(filter.end)}`
    case 'interval':
      return intervalWords(filter.from, filter.to, t, format)
    case 'point': {
      const amount = filter.direction === 'back' ? -filter.amount : filter.amount
      const point = offsetWords({ amount, unit: filter.unit }, t, format)
      if (filter.mode === 'exact') return point
      return filter.mode === 'before' ? t('beforePoint', { point }) : t('afterPoint', { point })
    }
    case 'today':
      return filter.mode === 'today_ymd' ? t('today') : t('todayAnyYear')
    case 'period':
      return periodWords(filter.name, t, format)
    case 'whole':
      return wholeWords(filter.count, filter.period, t)
    case 'all':
      return t('allTime')
  }
}
