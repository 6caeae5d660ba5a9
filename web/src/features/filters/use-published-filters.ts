import { useMemo, useState } from 'react'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { decodeDateFilter } from '@gensvar/contract/date-filters'
import { isClosedPeriod } from '@gensvar/contract/published-dates'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAnonymousVocabulary } from '#web/lib/vocabulary.ts'
import type { AnonymousVocabulary } from '#web/lib/vocabulary.ts'
import { todayIn } from '#web/lib/today.ts'
import type { Filters } from './use-filters.ts'

/** The filters of an anonymous survey, with what cannot be asked of it. */
export interface PublishedFilters {
  /** Null if the survey is not anonymous to this user: `filters` are unchanged then. */
  vocabulary: AnonymousVocabulary | null
  /** The given filters, except that no more questions can be set than can be combined. */
  filters: Filters
  /** The question that was rejected as one too many, until the filters change. */
  refused: string | null
  /** True if a question is filtered by without a closed base period: figures are withheld then. */
  needsPeriod: boolean
}

/** Restricts filters to what can be asked of an anonymous survey. `interval` is the page's own period. */
export function usePublishedFilters(filters: Filters, interval: string | null): PublishedFilters {
  const vocabulary = useAnonymousVocabulary()
  const { survey } = useSurveyStart()
  const [refused, setRefused] = useState<string | null>(null)
  return useMemo(() => {
    if (vocabulary === null) return { vocabulary, filters, refused: null, needsPeriod: false }
    const chosen = filters.active.filter(({ name }) => vocabulary.filters.includes(name))
    const dates = decodeDateFilter(filters.find(EVENT_DATE)?.values[0]?.text ?? interval ?? '')
    const at = { today: todayIn(survey.timeZone), closedTo: vocabulary.closedTo }
    const isClosed = dates !== null && isClosedPeriod(vocabulary.period, dates, at)
    const isOneTooMany = (name: string) =>
      vocabulary.filters.includes(name) && chosen.filter((token) => token.name !== name).length >= vocabulary.most
    return {
      vocabulary,
      filters: {
        ...filters,
        set(token) {
          const isRefused = token.values.length > 0 && isOneTooMany(token.name)
          setRefused(isRefused ? token.name : null)
          // An anonymous survey has no figures that exclude values.
          const values = token.values.map((value) => ({ ...value, exclude: false }))
          if (!isRefused) filters.set({ ...token, values })
        },
        remove(name) {
          setRefused(null)
          filters.remove(name)
        },
        replaceAll(tokens) {
          setRefused(null)
          filters.replaceAll(tokens)
        },
      },
      refused,
      needsPeriod: chosen.length > 0 && !isClosed,
    }
  }, [vocabulary, filters, interval, refused, survey.timeZone])
}
