import type { Generated } from 'kysely'
import type { Json, Moment, MomentOrNull, Optional } from './db-columns.ts'

/** A place in a comment, with what it adds to the score. */
export interface StoredSpan {
  start: number
  end: number
  weight: number
  kind: string
  entry: string
  because: string[]
}

/** A category that a comment speaks of, with what it says of it, and the places. */
export interface StoredCategory {
  id: string
  label: 'pos' | 'neg' | 'neu'
  spans: { start: number; end: number; pattern: string }[]
}

/** What was found in a comment. */
export interface CommentJudgementTable {
  response_id: number
  question_id: number
  survey_id: number
  lang: string
  label: 'pos' | 'neg' | 'neu' | null
  mixed: Generated<boolean>
  score: number
  spans: Json<StoredSpan[]>
  categories: Json<StoredCategory[]>
  flags: Generated<string[]>
  engine: string
  text_hash: string
  corrected_by: Optional<string>
  corrected_at: MomentOrNull
  version: Generated<number>
}

/** A response whose comments are yet to be judged. */
export interface CommentNoteTable {
  id: Generated<number>
  survey_id: number
  response_id: number
  is_new: boolean
}

/** What was learnt from the rated comments of a survey. */
export interface CommentModelTable {
  survey_id: number
  learnt: string | null
  weights: Buffer | null
  bias: number
  lexicon_version: string
  ratings: string[]
  n_rated: number
  n_corrected: number
  n_good: number
  n_bad: number
  n_apart: number
  lexicon_share: number
  learnt_share: number
  learnt_at: Moment
}

/** The language model that an organisation has chosen. */
export interface TextProviderTable {
  universe_id: number
  is_on: Generated<boolean>
  url: Generated<string>
  model: Generated<string>
  secret: Optional<Buffer>
  version: Generated<number>
}
