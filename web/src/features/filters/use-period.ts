import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { PathToken } from '@gensvar/contract/drill-path'
import type { FilterGroup } from '@gensvar/contract/entities/survey'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { dateFilterOf, eventDateNames, useFilterGroups } from './filter-sets.ts'
import { useTexts } from './texts.ts'
import { useDateWords } from './use-date-words.ts'
import { useFilterWords } from './use-filter-words.tsx'
import { useFilters } from './use-filters.ts'
import type { Filters } from './use-filters.ts'

/** A period without limits, as the text of a date filter. */
export const allTime = 'all_time'

/** The period of the figures on a page. */
export interface PeriodShown {
  /** What the survey calls the period: the title of the filters' group that it is chosen in. */
  name: string
  /** The period in words: `Last 3 whole months`. */
  words: string
  /** The filter that chose it; null where the page's own period or all time applies. */
  token: PathToken | null
  /** The page's own period, which applies while none is chosen; `all_time` where it has none. */
  own: string
  /** True where the page's own period applies. */
  isOwn: boolean
}

/** Whether a group of filters chooses the period: by shortcuts, a range of dates or a filter on the event date. */
export function choosesPeriod(group: FilterGroup): boolean {
  const offersDates = group.quickSelect.length > 0 || group.userSelectableRange
  return (
    group.filters.some(({ extName }) => extName === EVENT_DATE) || (offersDates && dateFilterOf(group) === EVENT_DATE)
  )
}

/** What a group that chooses the period is called: its title, else that of its filter, else `Period`. */
export function usePeriodName(): (group: FilterGroup | undefined) => string {
  const t = useTexts()
  const text = useLocalText()
  return (group) => {
    const title = text(group?.title)
    if (group !== undefined && title !== '' && title !== group.key) return title
    const filter = text(group?.filters.find(({ extName }) => extName === EVENT_DATE)?.title)
    return filter !== '' && filter !== EVENT_DATE ? filter : t('date')
  }
}

/** The period of the page shown; `interval` is its own period (`last_3m`), null for all time. */
export function usePeriod(interval: string | null): PeriodShown {
  const groups = useFilterGroups()
  const nameOf = usePeriodName()
  const dateWords = useDateWords()
  const { valueWords } = useFilterWords()
  const filters = useFilters()
  const dateNames = eventDateNames(groups)
  const token = filters.active.find(({ name }) => dateNames.has(name)) ?? null
  const own = interval ?? allTime
  const chosen = token?.values.map((value) => {
    const { before, text } = valueWords(token, value)
    return `${before} ${text}`.trim()
  })
  return {
    name: nameOf([...groups.time, ...groups.standard].find(choosesPeriod)),
    words: chosen?.join(', ') ?? dateWords(own) ?? own,
    token,
    own,
    isOwn: token === null && interval !== null,
  }
}

/** Whether a period is told: not where answers have no dates of their own, unless the address has a period all the same. */
export function useHasPeriod(): boolean {
  const { isDated } = useSurveyStart().survey
  const { token } = usePeriod(null)
  return isDated || token !== null
}

/** The filters, where a period that is set replaces every other filter on the event date. */
export function usePeriodFilters(): Filters {
  const filters = useFilters()
  const dateNames = eventDateNames(useFilterGroups())
  const others = filters.active.filter(({ name }) => !dateNames.has(name))
  return {
    ...filters,
    set: (token) => filters.replaceAll([...others, token]),
    remove: () => filters.replaceAll(others),
  }
}

/** The periods that the survey offers. */
export function useOfferedPeriods(): { periods: readonly string[]; latestYear: string | null } {
  const { periods, latestYear } = useSurveyStart().survey
  return { periods, latestYear }
}
