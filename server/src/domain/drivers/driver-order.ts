import type { Drivers } from '#server/domain/statistics/drivers.ts'

/** What the thread is asked: scores, then the answers to each question, as `driversOf` takes them. */
export interface DriverOrder {
  columns: readonly Float64Array[]
}

/** Its answer. */
export type DriverAnswer = { kind: 'drivers'; drivers: Drivers } | { kind: 'failed'; message: string }
