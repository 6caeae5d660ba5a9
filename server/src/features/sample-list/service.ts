import { noComponent } from '@gensvar/contract/samples'
import type { suggestSamples as suggestSamplesRoute } from '@gensvar/contract/samples'
import type { z } from 'zod'
import { suggestTexts } from '#server/domain/cases/suggest-texts.ts'
import type { Ctx } from '#server/domain/context.ts'
import { narrowedPath } from '#server/domain/paths/request-conditions.ts'
import { sampleAccess } from '#server/domain/samples/sample-access.ts'
import { findSampleTable } from '#server/widgets/sample-table/find-sample-table.ts'
import { answerSamples } from '#server/widgets/sample-table/query.ts'
import type { SamplesQuery } from '#server/widgets/sample-table/query.ts'
import { sampleTableOf } from '#server/widgets/sample-table/sample-list.ts'
import type { TableParams } from './asked-table.ts'

export { copySamples, getCopyAction } from './copy-samples.ts'
export { createSample } from './create-sample.ts'
export { deleteAllSamples } from './delete-samples.ts'

/** The samples of a place in a survey whose samples page configures no table. */
export async function listSamples(ctx: Ctx, survey: string, drillPath: string, query: SamplesQuery) {
  const access = await sampleAccess(ctx, survey)
  const { columns, requested } = await findSampleTable(ctx, access, noComponent, drillPath)
  return answerSamples({ ctx, access, requested }, columns, query, { canDelete: false })
}

/**
 * Texts of the samples of a table that contain a term: what its search would find. Those that begin with the term come
 * first. Throws as the list does.
 */
export async function suggestSamples(
  ctx: Ctx,
  { survey, component, drillPath }: TableParams,
  { term, extraPaths }: z.output<(typeof suggestSamplesRoute)['query']>,
): Promise<{ suggestions: string[] }> {
  const access = await sampleAccess(ctx, survey)
  const { columns, requested } = await findSampleTable(ctx, access, component, drillPath)
  const narrowed = await narrowedPath(ctx, access, requested, extraPaths)
  const { selection } = sampleTableOf({ ctx, access, requested: narrowed }, columns, { filter: '' })
  return { suggestions: await suggestTexts(ctx, access.model, access.caseScope, selection, term.trim()) }
}
