import { maxDeletedSamples } from '@gensvar/contract/samples'
import { say } from '@gensvar/contract/say'
import { countCases, listCaseIds } from '#server/domain/cases/list-cases.ts'
import type { Ctx } from '#server/domain/context.ts'
import { removeCaseFiles } from '#server/domain/files/stored-file.ts'
import { narrowedPath } from '#server/domain/paths/request-conditions.ts'
import { deleteSampleRows } from '#server/domain/samples/sample-store.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { sampleTableOf } from '#server/widgets/sample-table/sample-list.ts'
import { askedTable } from './asked-table.ts'
import type { TableParams } from './asked-table.ts'

/** States of samples: everything but completed. */
const sampleStates = [1, 2, 3, 4]

/**
 * Deletes for good the samples that a table lists, or those of them that are named; completed interviews stay. One call
 * deletes `maxDeletedSamples` at most, and answers how many are left. Throws `forbidden` for a table that does not offer
 * it.
 */
export async function deleteAllSamples(
  ctx: Ctx,
  params: TableParams,
  { filter, extraPaths, sampleIds }: { filter: string; extraPaths: string; sampleIds: readonly number[] | null },
): Promise<{ deleted: number; left: number }> {
  const { access, config, requested } = await askedTable(ctx, params)
  const { model, caseScope } = access
  if (!config.useCore) throw new AppError('forbidden', say`This table does not offer to delete its samples.`)
  const narrowed = await narrowedPath(ctx, access, requested, extraPaths)
  const table = sampleTableOf({ ctx, access, requested: narrowed }, config, { filter })
  const selection = {
    ...table.selection,
    conditions: [...table.selection.conditions, { kind: 'sampleState' as const, states: sampleStates }],
    ...(sampleIds && { ids: sampleIds }),
  }
  const ids = await listCaseIds(ctx, model, caseScope, selection, maxDeletedSamples)
  if (ids.length === 0) return { deleted: 0, left: 0 }
  const deleted = await write(ctx, async (tx) => {
    await removeCaseFiles(tx, model.id)
    const count = await deleteSampleRows(tx, model.id, ids)
    await tx.audit({
      action: 'sample.deleteAll',
      surveyId: model.id,
      object: config.id,
      details: { drillPath: params.drillPath, extraPaths, isFiltered: filter.trim() !== '', deleted: count },
    })
    await tx.changed(model.id, ids)
    return count
  })
  const left = ids.length < maxDeletedSamples ? 0 : await countCases(ctx, model, caseScope, selection)
  return { deleted, left }
}
