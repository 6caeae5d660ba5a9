import type { Generated } from 'kysely'
import type { WeightsConfig } from '@gensvar/contract/configuration/weights'
import type { JsonDefault, JsonOrNull, MomentOrNull } from './db-columns.ts'
import type { StoredWords } from './db-task-types.ts'

/** How the weights of a survey's answers are spread, as stored. */
export interface StoredSpread {
  /** Answers that were weighted. */
  n: number
  effectiveN: number
  least: number
  most: number
  /** Answers whose weight is at a limit. */
  limited: number
  margins: StoredMargin[]
}

/** The shares of a question's choices, from 0 to 1. */
export interface StoredMargin {
  questionId: number
  /** Answers of which it is not known. */
  unknown: number
  values: { code: number; known: number; before: number; after: number }[]
}

/** How much the responses of a survey count, by combinations of answers. */
export interface SurveyWeightsTable {
  survey_id: number
  question_ids: Generated<number[]>
  cells: JsonDefault<Record<string, number>>
  configured: JsonOrNull<WeightsConfig>
  spread: JsonOrNull<StoredSpread>
  computed_at: MomentOrNull
  failure: JsonOrNull<StoredWords>
  failed_at: MomentOrNull
}
