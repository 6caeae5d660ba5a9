import { EVENT_DATE } from '@gensvar/contract/conditions'
import { filterConfig } from '@gensvar/contract/configuration/filters'
import type { FilterGroupConfig } from '@gensvar/contract/configuration/filters'
import { decodeDateFilter } from '@gensvar/contract/date-filters'
import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex, periodName } from '@gensvar/contract/periods'
import { arePublishedDates } from '@gensvar/contract/published-dates'
import type { BasePeriod } from '@gensvar/contract/published-dates'

/** What an anonymous survey answers, as its filter sets need it. */
export interface OfferedFilters {
  /** Background questions, by variable. */
  questions: readonly string[]
  base: BasePeriod
  /** Day number of the first answer; null without answers. */
  firstDay: number | null
  /** ISO date. */
  today: string
}

/** Most earlier periods that are offered by name. */
const mostEarlier = { month: 24, quarter: 16, year: 10 } as const

/** Offered where the configuration offers dates, and none of them are answered. */
const usualDates: Readonly<Record<BasePeriod, readonly string[]>> = {
  month: ['last_1m', 'this_m', 'last_1q', 'this_q', 'last_1y', 'this_y', 'all_time'],
  quarter: ['last_1q', 'this_q', 'last_1y', 'this_y', 'all_time'],
}

/**
 * The filter groups of an anonymous survey: of the configured ones what is answered. A question is chosen by one choice,
 * a date by a calendar period; a group that is left without either is left out.
 */
export function publishedGroups(groups: readonly FilterGroupConfig[], offered: OfferedFilters): FilterGroupConfig[] {
  return groups.flatMap((group) => {
    const filters = group.filters
      .filter(({ extName }) => offered.questions.includes(extName))
      .map(({ extName, title, dropdown }) =>
        filterConfig.parse({ extName, dropdown, ...(title !== undefined && { title }) }),
      )
    const quickSelect = offersDates(group) ? datesOf(group, offered) : []
    const plain = { ...group, userSelectableRange: false }
    // A group's first filter is the one its periods set, so questions beside periods stand in a group of their own.
    return [
      ...(quickSelect.length > 0 ? [{ ...plain, quickSelect, filters: [] }] : []),
      ...(filters.length > 0
        ? [{ ...plain, key: quickSelect.length > 0 ? `${group.key}_filters` : group.key, quickSelect: [], filters }]
        : []),
    ]
  })
}

/** Whether a group offers a choice of the days its survey's figures are of. */
export function offersDates({ filters, quickSelect, userSelectableRange }: FilterGroupConfig): boolean {
  if (filters.some(({ extName }) => extName === EVENT_DATE)) return true
  return filters.length === 0 && (quickSelect.length > 0 || userSelectableRange)
}

function datesOf({ quickSelect }: FilterGroupConfig, offered: OfferedFilters): string[] {
  const answered = quickSelect.filter((value) => {
    const dates = decodeDateFilter(value)
    return dates !== null && arePublishedDates(offered.base, dates)
  })
  return [...new Set([...(answered.length > 0 ? answered : usualDates[offered.base]), ...earlierPeriods(offered)])]
}

/** Names of the base periods and years before the last one, latest first, as far back as there are answers. */
function earlierPeriods({ base, firstDay, today }: OfferedFilters): string[] {
  if (firstDay === null) return []
  return [base, 'year' as const].flatMap((kind) => {
    const latest = periodIndex(kind, toDayNumber(today)) - 2
    const count = Math.min(mostEarlier[kind], latest - periodIndex(kind, firstDay) + 1)
    return Array.from({ length: Math.max(0, count) }, (_, back) => periodName(kind, latest - back))
  })
}
