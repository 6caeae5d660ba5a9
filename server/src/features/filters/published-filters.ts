import { EVENT_DATE } from '@gensvar/contract/conditions'
import { filterConfig } from '@gensvar/contract/configuration/filters'
import type { FilterGroupConfig } from '@gensvar/contract/configuration/filters'
import { decodeDateFilter } from '@gensvar/contract/date-filters'
import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex, periodName } from '@gensvar/contract/periods'
import { arePublishedDates } from '@gensvar/contract/published-dates'
import type { BasePeriod } from '@gensvar/contract/published-dates'

/** What can be asked of an anonymous survey, for its filter sets. */
export interface OfferedFilters {
  /** Background questions, by variable. */
  questions: readonly string[]
  base: BasePeriod
  /** Day number of the first answer; null without answers. */
  firstDay: number | null
  /** ISO date. */
  today: string
}

/** Maximum number of earlier periods offered by name. */
const mostEarlier = { month: 24, quarter: 16, year: 10 } as const

/** Offered if the configuration offers dates, but none of them can be answered. */
const usualDates: Readonly<Record<BasePeriod, readonly string[]>> = {
  month: ['last_1m', 'this_m', 'last_1q', 'this_q', 'last_1y', 'this_y', 'all_time'],
  quarter: ['last_1q', 'this_q', 'last_1y', 'this_y', 'all_time'],
}

/**
 * The filter groups of an anonymous survey: the configured ones, reduced to what can be answered. A question allows one
 * choice, a date one calendar period; groups left without either are dropped.
 */
export function publishedGroups(groups: readonly FilterGroupConfig[], offered: OfferedFilters): FilterGroupConfig[] {
  return groups.flatMap((group) => {
    const filters = group.filters
      .filter(({ extName }) => offered.questions.includes(extName))
      .map(({ extName, title, dropdown }) =>
        filterConfig.parse({ extName, dropdown, ...(title !== undefined && { title }) }),
      )
    const quickSelect = offersDates(group) ? publishedDates(group.quickSelect, offered) : []
    const plain = { ...group, userSelectableRange: false }
    // The periods of a group set its first filter, so questions of the same group move to a group of their own.
    return [
      ...(quickSelect.length > 0 ? [{ ...plain, quickSelect, filters: [] }] : []),
      ...(filters.length > 0
        ? [{ ...plain, key: quickSelect.length > 0 ? `${group.key}_filters` : group.key, quickSelect: [], filters }]
        : []),
    ]
  })
}

/** Whether a group filters by the event date. */
export function offersDates({ filters, quickSelect, userSelectableRange }: FilterGroupConfig): boolean {
  if (filters.some(({ extName }) => extName === EVENT_DATE)) return true
  return filters.length === 0 && (quickSelect.length > 0 || userSelectableRange)
}

/** The configured dates that can be answered, or the usual ones where none can; and earlier periods by name. */
export function publishedDates(configured: readonly string[], offered: OfferedFilters): string[] {
  const answered = configured.filter((value) => {
    const dates = decodeDateFilter(value)
    return dates !== null && arePublishedDates(offered.base, dates)
  })
  return [...new Set([...(answered.length > 0 ? answered : usualDates[offered.base]), ...earlierPeriods(offered)])]
}

/** Names of the base periods and years before the last one, latest first, back to the first answer. */
function earlierPeriods({ base, firstDay, today }: OfferedFilters): string[] {
  if (firstDay === null) return []
  return [base, 'year' as const].flatMap((kind) => {
    const latest = periodIndex(kind, toDayNumber(today)) - 2
    const count = Math.min(mostEarlier[kind], latest - periodIndex(kind, firstDay) + 1)
    return Array.from({ length: Math.max(0, count) }, (_, back) => periodName(kind, latest - back))
  })
}
