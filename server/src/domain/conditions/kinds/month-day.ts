import { dateAnswer, dateQuestionOf } from '../date-answers.ts'
import type { ServerKind } from '../condition-kind.ts'

/** A day of any year. */
export const monthDay: ServerKind<'monthDay'> = {
  nameOf: ({ variable }) => variable,
  demand: ({ variable, month, day }, source) => source.isOnDay(dateQuestionOf(source, variable), month, day),
  isMetBy(condition, row) {
    const [, month, day] = (dateAnswer(row, condition.variable) ?? '').split('-').map(Number)
    return month === condition.month && day === condition.day
  },
  publish: null,
}
