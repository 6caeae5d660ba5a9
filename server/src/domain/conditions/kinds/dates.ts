import { EVENT_DATE } from '@gensvar/contract/conditions'
import { dateAnswer, dateQuestionOf } from '../date-answers.ts'
import type { ServerKind } from '../condition-kind.ts'

/** Dates from one to another. */
export const dates: ServerKind<'dates'> = {
  nameOf: ({ variable }) => variable,
  demand: ({ variable, from, to }, source) => source.isBetween(dateQuestionOf(source, variable), from, to),
  isMetBy({ variable, from, to }, row) {
    const date = dateAnswer(row, variable)
    if (date === null) return false
    return (from === null || date >= from) && (to === null || date < to)
  },
  publish({ variable, from, to }, request) {
    if (variable !== EVENT_DATE) return false
    request.setDates(from, to)
    return true
  },
  options: 'none',
}
