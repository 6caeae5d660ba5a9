import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { createRefusal, newSample } from '#server/widgets/sample-table/actions.ts'
import { actionOf, askedTable } from './asked-table.ts'
import type { TableParams } from './asked-table.ts'
import { insertSamples } from './insert-samples.ts'

/**
 * Makes a new sample at a place of the lowest level, dated today, of the first kind of event that the table lists. Throws
 * `not_found` for an action the table does not have, `forbidden` where the list says that none can be made.
 */
export async function createSample(ctx: Ctx, params: TableParams, name: string): Promise<{ sampleId: number }> {
  const { access, config, requested } = await askedTable(ctx, params)
  const action = actionOf(config.createActions, name)
  const refusal = createRefusal(access, requested)
  if (refusal) throw new AppError('forbidden', refusal)
  const [eventSource = null] = config.eventSources
  return write(ctx, async (tx) => {
    const [sampleId = 0] = await insertSamples(tx, access, [{ ...newSample(access, requested), eventSource }])
    await tx.audit({
      action: 'sample.create',
      surveyId: access.model.id,
      object: String(sampleId),
      details: { component: config.id, action: action.extname },
    })
    return { sampleId }
  })
}
