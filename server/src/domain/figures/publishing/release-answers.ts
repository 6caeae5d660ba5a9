import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { lockReleases, releaseBatches, sealPeriods } from './publication-store.ts'

/** Least new responses of a unit that a running period grows by at a time, and least answers to a question in them. */
const batch = 10

/** What decides which answers are released. */
export interface ReleaseTerms {
  period: 'month' | 'quarter'
  runningFrom: string
  variables: readonly string[]
}

/**
 * Lets answers of an anonymous survey into its figures: those of a period that has ended, once and all together, and
 * those of the running one in batches of a unit. To be called in a transaction, whose responses it may hold back; tells
 * the feed nothing. Returns the ids of the responses released. `runningFrom` is the first day of the running period,
 * `variables` are those of the rated questions.
 */
export async function releaseAnswers(
  trx: Kysely<Database>,
  surveyId: number,
  { period, runningFrom, variables }: ReleaseTerms,
): Promise<number[]> {
  await lockReleases(trx, surveyId)
  return [
    ...(await sealPeriods(trx, surveyId, { period, runningFrom })),
    ...(await releaseBatches(trx, surveyId, { period, runningFrom, batch, variables })),
  ]
}
