import type { CampaignFilter } from '@gensvar/contract/filter-values'
import type { Fragment } from '../sql.ts'
import type { Choice, Question, SurveyShape, View } from '../survey-model.ts'
import type { Unit, UnitTree } from '../unit-tree.ts'

/** How a number is compared in SQL. */
export type NumberComparison = '=' | '<>' | '<' | '<=' | '>' | '>='

/**
 * Where an engine keeps a response's answers. Every fragment but `number` and `state` is true or false and never null,
 * so that it can be negated. A date question of `null` is the event date.
 */
export interface AnswerSource {
  readonly survey: SurveyShape
  readonly tree: UnitTree
  /** State of the response, a whole number. */
  readonly state: Fragment
  answered(question: Question): Fragment
  /** The answer, or one of the answers of a multiple choice, is one of these. */
  isOneOf(question: Question, choices: readonly Choice[]): Fragment
  compare(question: Question, comparison: NumberComparison, value: number): Fragment
  /** Dates are ISO; `from` is included, `to` is not; null is open. */
  isBetween(question: Question | null, from: string | null, to: string | null): Fragment
  isOnDay(question: Question | null, month: number, day: number): Fragment
  textIs(question: Question, text: string): Fragment
  /** Compared without regard to case. */
  textContains(question: Question, part: string): Fragment
  isRecipient(filter: CampaignFilter): Fragment
  isUnder(view: View, unit: Unit): Fragment
}
