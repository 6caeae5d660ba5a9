import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { plainText, plainToken, printPath } from '@gensvar/contract/drill-path'
import { parsePeriodName } from '@gensvar/contract/periods'
import { PeriodChip, useDateWords, usePeriodFilters } from '#web/features/filters/service.ts'
import { usePlace } from '#web/lib/place.ts'
import type { Place } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { todayIn } from '#web/lib/today.ts'
import { useAnonymousVocabulary } from '#web/lib/vocabulary.ts'
import { periodToken, sidePeriods } from './side-periods.ts'
import { useTexts } from './texts.ts'

interface Props {
  a: Place
  /** The page's own period, which applies while none is chosen. */
  interval: string | null
  dateNames: ReadonlySet<string>
}

/** The period of side B: that of side A, the one before it, the same a year earlier, or any other. */
export function PeriodOfSide({ a, interval, dateNames }: Props) {
  const t = useTexts()
  const dateWords = useDateWords()
  const filters = usePeriodFilters()
  const isAnonymous = useAnonymousVocabulary() !== null
  const { timeZone } = useSurveyStart().survey
  const [ofA, ofB] = [periodToken(a.filters, dateNames), periodToken(usePlace().filters, dateNames)]
  const periods = sidePeriods(a.filters, { dateNames, own: interval, today: todayIn(timeZone) })
  const text = ofB === undefined ? null : plainText(ofB)
  // An anonymous survey has figures of single calendar periods alone.
  const isOffered = (period: string | null): period is string =>
    period !== null && (!isAnonymous || parsePeriodName(period) !== null)
  const isSame = printPath(ofA ? [ofA] : []) === printPath(ofB ? [ofB] : [])
  const isPreset = isSame || (text !== null && (text === periods.preceding || text === periods.yearBefore))
  const [wantsOther, setWantsOther] = useState(!isPreset)
  const value =
    wantsOther || !isPreset ? 'other' : isSame ? 'same' : text === periods.preceding ? 'preceding' : 'yearBefore'
  const choose = (chosen: string) => {
    setWantsOther(chosen === 'other')
    const period = chosen === 'preceding' ? periods.preceding : chosen === 'yearBefore' ? periods.yearBefore : null
    if (period !== null) filters.set(plainToken(EVENT_DATE, period))
    if (chosen !== 'same') return
    if (ofA) filters.set(ofA)
    else filters.remove(EVENT_DATE)
  }
  const option = (name: 'preceding' | 'yearBefore') => {
    const period = periods[name]
    if (!isOffered(period)) return null
    const words = dateWords(period)
    return <Radio value={name} label={words === null ? t(name) : `${t(name)} (${words})`} />
  }
  return (
    <Radio.Group value={value} onChange={choose} aria-label={t('period')}>
      <Stack gap={8}>
        <Radio value="same" label={t('samePeriod')} />
        {option('preceding')}
        {option('yearBefore')}
        <Radio value="other" label={t('otherPeriod')} />
        {value === 'other' && (
          <div>
            <PeriodChip interval={interval} />
          </div>
        )}
      </Stack>
    </Radio.Group>
  )
}
