import { setImmediate } from 'node:timers/promises'
import { releaseWithin } from '#server/domain/figures/publishing/publication.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { writeActions } from './actions-store.ts'
import type { PlannedResponse, PlannedSurvey } from './plan.ts'
import { reserveIds, writeResponses } from './responses/store.ts'
import { writeStructure } from './structure/store.ts'

/** Rows per transaction: few enough that other requests of the process are answered in between. */
const batchSize = 1000

/** A survey that was written. */
export interface WrittenSurvey {
  surveyId: number
  /** Number of the transaction with the change that makes the feed build the survey's figures. */
  xid: number
}

/**
 * Writes a planned survey into a universe. Each batch of rows is a transaction of its own; the feed gets the
 * survey once all rows are there. `onRows` gets the number of rows written since its last call.
 */
export async function writeSurvey(
  ctx: WriteContext & { clock: Clock },
  universeId: number,
  plan: PlannedSurvey,
  userIds: ReadonlyMap<string, number>,
  onRows: (rows: number) => Promise<void> | void = () => {},
): Promise<WrittenSurvey> {
  const structure = await write(ctx, ({ db }) => writeStructure(db, universeId, plan, userIds))
  // While the database stores two batches, the next one is generated.
  let older = Promise.resolve()
  let newer = older
  try {
    for (const rows of batches(plan.responses(), batchSize)) {
      // Ids are taken batch by batch, so that they follow the order in which rows were generated.
      const ids = await reserveIds(ctx.db, rows.length)
      await older
      older = newer
      newer = write(ctx, ({ db }) => writeResponses(db, structure, ids, rows)).then(() => onRows(rows.length))
      // Errors are handled when the batch is awaited; this keeps them from being unhandled rejections until then.
      newer.catch(() => {})
      await setImmediate()
    }
    await older
    await newer
  } finally {
    // Waits for all batches, so that a retry after a failure does not meet rows that are still being written.
    await Promise.allSettled([older, newer])
  }
  const { surveyId } = structure
  const { actions = [] } = plan
  const model = actions.length > 0 ? await loadSurveyModelById(ctx, surveyId) : null
  const xid = await write(ctx, async (tx) => {
    if (model) await writeActions(tx.db, model, structure, actions)
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
