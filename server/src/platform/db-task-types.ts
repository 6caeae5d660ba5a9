import type { TaskState } from '@gensvar/contract/entities/tasks'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, JsonDefault, Moment, MomentOrNull, Optional, Settings } from './db-columns.ts'

/** Words as stored: how they read in English, and what they are made of, so that they can be said in any language. */
export interface StoredWords {
  text: string
  template: string
  values: readonly StoredValue[]
}

/** A value of stored words. */
export type StoredValue = string | number | { count: number } | { name: Record<string, string> } | StoredWords

/** How far a task is, as stored. */
export interface StoredProgress {
  done: number
  total: number | null
  words: StoredWords | null
}

/** A jsonb column that may be null. */
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

/** Work done in the background. */
export interface TaskTable {
  id: Generated<number>
  type: string
  state: Generated<TaskState>
  priority: Generated<number>
  universe_id: Optional<number>
  survey_id: Optional<number>
  owner_id: Optional<number>
  created: Moment
  updated: Moment
  scheduled: MomentOrNull
  finished: MomentOrNull
  description: Json<StoredWords>
  reason: JsonOrNull<StoredWords>
  payload: JsonDefault<Settings>
  result: JsonOrNull<unknown>
  progress: JsonOrNull<StoredProgress>
  attempt: Generated<number>
  run_token: Optional<string>
  worker: Optional<string>
  lease_until: MomentOrNull
  dedupe_key: Optional<string>
  lane: GeneratedAlways<number>
  due: GeneratedAlways<Date>
}

/** When a type of task with a schedule was last enqueued. */
export interface TaskScheduleTable {
  type: string
  fired: Moment
}
