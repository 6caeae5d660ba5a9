import type { Drivers } from '#server/domain/statistics/drivers.ts'
import type { KeyedPairs } from '#server/domain/statistics/keyed-pairs.ts'

/**
 * What the thread is asked: scores, then the answers to each question, as `driversOf` takes them; or with keys of the
 * respondents, how the columns vary together.
 */
export interface DriverOrder {
  columns: readonly Float64Array[]
  keys: Float64Array | null
}

/** Its answer. */
export type DriverAnswer =
  | { kind: 'drivers'; drivers: Drivers }
  | { kind: 'pairs'; pairs: KeyedPairs }
  | { kind: 'failed'; message: string }
