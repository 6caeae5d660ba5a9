import { setImmediate } from 'node:timers/promises'
import { releaseWithin } from '#server/domain/figures/publishing/publication.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PlannedResponse, PlannedSurvey } from './plan.ts'
import { reserveIds, writeResponses } from './responses/store.ts'
import { writeStructure } from './structure/store.ts'

/** Rows per transaction: few enough that other requests of the process are answered in between. */
const batchSize = 1000

/** A survey that was written. */
export interface WrittenSurvey {
  surveyId: number
  /** Number of the transaction whose change makes the analytics of the survey. */
  xid: number
}

/**
 * Writes a planned survey into a universe. Each batch of rows is a transaction of its own; the analytics hear of the
 * survey when all rows are there. `onRows` is told how many rows were written since it was last called.
 */
export async function writeSurvey(
  ctx: WriteContext & { clock: Clock },
  universeId: number,
  plan: PlannedSurvey,
  userIds: ReadonlyMap<string, number>,
  onRows: (rows: number) => Promise<void> | void = () => {},
): Promise<WrittenSurvey> {
  const structure = await write(ctx, ({ db }) => writeStructure(db, universeId, plan, userIds))
  // While the database takes two batches, the next one is made up.
  let older = Promise.resolve()
  let newer = older
  try {
    for (const rows of batches(plan.responses(), batchSize)) {
      // Numbered one batch after the other, so that the rows come out in the order they were made up.
      const ids = await reserveIds(ctx.db, rows.length)
      await older
      older = newer
      newer = write(ctx, ({ db }) => writeResponses(db, structure, ids, rows)).then(() => onRows(rows.length))
      // Failing is noticed when the batch's turn comes; until then it must not count as nobody's business.
      newer.catch(() => {})
      await setImmediate()
    }
    await older
    await newer
  } finally {
    // Whoever begins anew after a failure must not meet rows that come late.
    await Promise.allSettled([older, newer])
  }
  const { surveyId } = structure
  const xid = await write(ctx, async (tx) => {
    await releaseWithin(tx.db, surveyId, tx.clock)
    await tx.audit({ action: 'survey.make', universeId, surveyId, object: plan.extName })
    return tx.surveyChanged(surveyId)
  })
  return { surveyId, xid }
}

function* batches(responses: Iterable<PlannedResponse>, size: number): Generator<PlannedResponse[]> {
  let batch: PlannedResponse[] = []
  for (const response of responses) {
    if (batch.push(response) < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
