import { EVENT_DATE } from '../conditions.ts'
import type { Condition } from '../conditions.ts'
import { decodeDateFilter, resolveDateValue } from '../date-filters.ts'
import { say } from '../say.ts'
import { notAnswered } from './choice.ts'
import { UnreadableFilter } from './filter-kind.ts'
import type { FilterGrammar } from './filter-kind.ts'
import { oneByOne } from './one-by-one.ts'

/** Filters on dates: `date-filters.ts` defines how a value is written. */
export const dates: FilterGrammar<'dates'> = {
  builtIn: EVENT_DATE,
  flags: ['today', 'dateRef', 'tableDate', 'dateInterval'],
  needs: 'a date',
  // A date interval whose name is no question applies to the event date.
  withoutQuestion: (filter) => (filter.dateInterval ? EVENT_DATE : null),
  decode: decodeDateFilter,
  conditions: ({ variable, values, today }) =>
    oneByOne(values, {
      read: (text) => dateCondition(variable, text, today),
      notAnswered: notAnswered(variable),
    }).filter(
      // "All time" limits nothing, so rows without a date belong to it too.
      (one) => !(one.kind === 'dates' && one.from === null && one.to === null),
    ),
}

function dateCondition(variable: string, text: string, today: string): Condition {
  const found = resolveDateValue(text, today)
  if (!found)
    throw new UnreadableFilter(say`"${text}" is not a date, a period or an interval of dates that can be read.`)
  if (found.kind === 'monthDay') return { ...found, variable }
  return { kind: 'dates', variable, from: found.from, to: found.to }
}
