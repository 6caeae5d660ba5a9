import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { announceBatch } from './batch-channel.ts'
import { lockReleases, releaseBatches, sealPeriods } from './publication-store.ts'

/** Least responses of a unit released at a time in the running period, and least answers to each question in them. */
const batch = 10

/** What decides which answers are released. */
export interface ReleaseTerms {
  period: 'month' | 'quarter'
  runningFrom: string
  variables: readonly string[]
}

/**
 * Releases answers of an anonymous survey, so that its figures count them: those of an ended period once and all
 * together, those of the running one in batches per unit. Must be called in a transaction; does not log the change for
 * the feed. Returns the ids of the released responses. `runningFrom` is the first day of the running period,
 * `variables` are the scale questions.
 */
export async function releaseAnswers(
  trx: Kysely<Database>,
  surveyId: number,
  { period, runningFrom, variables }: ReleaseTerms,
): Promise<number[]> {
  await lockReleases(trx, surveyId)
  const released = [
    ...(await sealPeriods(trx, surveyId, { period, runningFrom })),
    ...(await releaseBatches(trx, surveyId, { period, runningFrom, batch, variables })),
  ]
  if (released.length > 0) await announceBatch(trx, surveyId)
  return released
}
