import type { Condition, ConditionKind, ConditionOf, FilterKind } from '@gensvar/contract/conditions'
import type { SurveyShape } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { AnswerSource } from './answer-source.ts'

/** What a stored response shows of itself to the conditions of a scope. */
export interface CheckedRow {
  state: number
  eventDate: string
  answers: Readonly<Record<string, unknown>>
  unitIds: readonly number[]
}

/** The survey a row is checked in. */
export interface RowSurvey {
  model: SurveyShape
  tree: UnitTree
}

/**
 * The places of a request for published figures that a condition can fill; there are no others. Each throws
 * `OutsideVocabulary` for what is not published.
 */
export interface PublishedPlaces {
  setPlace: (view: string, path: readonly string[]) => void
  /** Dates are ISO; `from` is included, `to` is not; null is open. */
  setDates: (from: string | null, to: string | null) => void
  addBackground: (variable: string, choices: readonly string[]) => void
}

/** Asks the same of a condition inside a condition. */
export type DemandOf = <Demand>(condition: Condition, source: AnswerSource<Demand>) => Demand
type IsMetBy = (condition: Condition, row: CheckedRow, survey: RowSurvey) => boolean | null

/** What the server knows of one kind of condition. */
interface ConditionPart<K extends ConditionKind> {
  /** What it is called in a message. */
  nameOf: (condition: ConditionOf<K>, nameOf: (condition: Condition) => string) => string
  /**
   * The demand on a row's answers, for any engine. What both engines have to find differently is a method of
   * `AnswerSource`. Throws `validation` for a variable or a view that the survey does not have.
   */
  demand: <Demand>(condition: ConditionOf<K>, source: AnswerSource<Demand>, demandOf: DemandOf) => Demand
  /** Whether a stored row meets it; null when the row alone does not tell. */
  isMetBy: (condition: ConditionOf<K>, row: CheckedRow, survey: RowSurvey, isMetBy: IsMetBy) => boolean | null
  /**
   * Puts it in its place in a request for published figures. False when it is never published as it is written; null when
   * the kind never is.
   */
  publish: ((condition: ConditionOf<K>, request: PublishedPlaces) => boolean) | null
}

/** What the server knows of one kind of condition that is a kind of filter too. */
interface FilterPart {
  /** The options a filter is sent with: the choices of its question, these values, or none. */
  options: 'choices' | 'none' | readonly string[]
}

/** The server's part of a kind. */
export type ServerKind<K extends ConditionKind> = ConditionPart<K> & (K extends FilterKind ? FilterPart : unknown)
