import type { CampaignFilter } from '@gensvar/contract/conditions'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { and, integer, join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { askedQuestion } from '#server/domain/survey/asked-question.ts'
import type { Choice, Question, SurveyShape, View } from '#server/domain/survey/survey-model.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'

/** Comparison of two numbers. */
export type NumberComparison = '=' | '<>' | '<' | '<=' | '>' | '>='

/** How demands (filters on a row) are combined. A demand is true or false, never null, so that it can be negated. */
export interface Logic<Demand> {
  readonly always: Demand
  readonly never: Demand
  all(of: readonly Demand[]): Demand
  any(of: readonly Demand[]): Demand
  not(of: Demand): Demand
}

/** Builds the demands of one engine on a response's answers. The date question `null` is the event date. */
export interface AnswerSource<Demand> {
  readonly survey: SurveyShape
  readonly tree: UnitTree
  readonly logic: Logic<Demand>
  isInState(states: readonly number[]): Demand
  answered(question: Question): Demand
  /** The answer, or one of the answers of a multiple choice, is one of these. */
  isOneOf(question: Question, choices: readonly Choice[]): Demand
  compare(question: Question, comparison: NumberComparison, value: number): Demand
  /** Dates are ISO; `from` is included, `to` is not; null is open. */
  isBetween(question: Question | null, from: string | null, to: string | null): Demand
  isOnDay(question: Question | null, month: number, day: number): Demand
  textIs(question: Question, text: string): Demand
  /** Case-insensitive. */
  textContains(question: Question, part: string): Demand
  isRecipient(filter: CampaignFilter): Demand
  isUnder(view: View, unit: Unit): Demand
  /** The unit of a view's lowest level is one of these. */
  isInUnits(view: View, leafIds: readonly number[]): Demand
}

/** Demands in SQL. */
export const sqlLogic: Logic<Fragment> = {
  always: portableSql`true`,
  never: portableSql`false`,
  all: and,
  any: or,
  not: (of) => portableSql`(not ${of})`,
}

/** Comparisons in SQL. */
export const sqlComparisons: Readonly<Record<NumberComparison, Fragment>> = {
  '=': portableSql`=`,
  '<>': portableSql`<>`,
  '<': portableSql`<`,
  '<=': portableSql`<=`,
  '>': portableSql`>`,
  '>=': portableSql`>=`,
}

/** A comma-separated list of integers in SQL. */
export function integers(values: readonly number[]): Fragment {
  return join(values.map(integer))
}

/** The question of a variable, or the facet of comments with that name. Throws `validation` for an unknown variable. */
export function questionOf(source: Pick<AnswerSource<unknown>, 'survey'>, variable: string): Question {
  const question = askedQuestion(source.survey, variable)
  if (question) return question
  throw new AppError('validation', say`The survey has no variable "${variable}".`, {
    [variable]: say`unknown variable`,
  })
}
