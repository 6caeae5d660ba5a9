import type { Kysely } from 'kysely'
import type { Database } from '../../db-types.ts'
import { lockReleases, releaseBatches, sealPeriods } from './publication-store.ts'

/** Least new answers of a unit that a running period grows by at a time. */
const batch = 10

/**
 * Lets answers of an anonymous survey into its figures: those of a period that has ended, once and all together, and
 * those of the running one in batches of a unit. To be called in a transaction, whose responses it may hold back; tells
 * the feed nothing. Returns the ids of the responses released. `runningFrom` is the first day of the running period.
 */
export async function releaseAnswers(
  trx: Kysely<Database>,
  surveyId: number,
  { period, runningFrom }: { period: 'month' | 'quarter'; runningFrom: string },
): Promise<number[]> {
  await lockReleases(trx, surveyId)
  return [
    ...(await sealPeriods(trx, surveyId, { period, runningFrom })),
    ...(await releaseBatches(trx, surveyId, { period, runningFrom, batch })),
  ]
}
