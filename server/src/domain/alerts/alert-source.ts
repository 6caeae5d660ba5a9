import type { JsonSource } from '#server/domain/conditions/json-source.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { OwnedResponse, OwnerSearch } from './owner.ts'

/** What raising alerts needs of a context. */
export interface RaiseContext extends WriteContext {
  clock: Clock
  log: Logger
}

/** The survey whose alerts are raised, and its answers in statements. */
export interface RaisedSurvey {
  model: SurveyModel
  tree: UnitTree
  source: JsonSource
}

/** An alert to raise. */
export interface FoundAlert {
  response: OwnedResponse
  /** Name that tells its alerts apart: a response has one of each. */
  rule: string
  due: Date | null
  /** Where its owner is looked for. */
  search: OwnerSearch
}

/**
 * Something that raises alerts, such as the rules of the configuration. A source decides which responses get one; that they
 * are completed, shown and of no anonymous survey, owners, history, notices and that nothing is raised twice is seen to by
 * whoever asks it.
 */
export interface AlertSource {
  /** Whether it may raise anything in a survey; asked for each write of answers. */
  isUsedBy(model: SurveyModel): boolean
  /**
   * Alerts of the responses (`response` as `r`) that are looked at, in batches and in the order of the responses. What
   * cannot be applied is logged and left out: an error would keep the answers from being stored.
   */
  find(tx: WriteTx<RaiseContext>, survey: RaisedSurvey, responses: Fragment): AsyncIterable<readonly FoundAlert[]>
}
