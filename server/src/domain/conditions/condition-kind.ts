import type { Condition, ConditionKind, ConditionOf, FilterKind } from '@gensvar/contract/conditions'
import type { SurveyShape } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { AnswerSource } from './answer-source.ts'

/** What conditions are checked against in a stored response. */
export interface CheckedRow {
  state: number
  eventDate: string
  answers: Readonly<Record<string, unknown>>
  unitIds: readonly number[]
}

/** The survey of a checked row. */
export interface RowSurvey {
  model: SurveyShape
  tree: UnitTree
}

/**
 * All that conditions can set in a request for published figures. Each function throws `OutsideVocabulary` for what is
 * not published.
 */
export interface PublishedPlaces {
  setPlace: (view: string, path: readonly string[]) => void
  /** Dates are ISO; `from` is included, `to` is not; null is open. */
  setDates: (from: string | null, to: string | null) => void
  addBackground: (variable: string, choices: readonly string[]) => void
  /** Units as they are on a day: always throws. */
  refuseUnits: () => never
}

/** Compiles a condition inside a condition. */
export type DemandOf = <Demand>(condition: Condition, source: AnswerSource<Demand>) => Demand
type IsMetBy = (condition: Condition, row: CheckedRow, survey: RowSurvey) => boolean | null

/** The server's part of one kind of condition. */
interface ConditionPart<K extends ConditionKind> {
  /** Name of a condition in messages. */
  nameOf: (condition: ConditionOf<K>, nameOf: (condition: Condition) => string) => string
  /**
   * Compiles it, for any engine. What the engines do differently is a method of `AnswerSource`. Throws `validation` for
   * an unknown variable or view.
   */
  demand: <Demand>(condition: ConditionOf<K>, source: AnswerSource<Demand>, demandOf: DemandOf) => Demand
  /** Whether a stored row matches; null when the row alone does not tell. */
  isMetBy: (condition: ConditionOf<K>, row: CheckedRow, survey: RowSurvey, isMetBy: IsMetBy) => boolean | null
  /**
   * Adds it to a request for published figures; returns false when such a condition is never published. Null when no
   * condition of this kind is.
   */
  publish: ((condition: ConditionOf<K>, request: PublishedPlaces) => boolean) | null
}

/** The additional part of a kind of condition that is also a kind of filter. */
interface FilterPart {
  /** Options offered in a filter: the choices of its question, these values, or none. */
  options: 'choices' | 'none' | readonly string[]
}

/** The server's part of a kind, with the filter part where the kind has one. */
export type ServerKind<K extends ConditionKind> = ConditionPart<K> & (K extends FilterKind ? FilterPart : unknown)
