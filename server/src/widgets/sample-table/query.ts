import type { SampleListResponse } from '@gensvar/contract/entities/samples'
import { segmentedDrillPathOf } from '#server/domain/indicators/segmented-drill-path.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { narrowedPath } from '#server/domain/paths/request-conditions.ts'
import { demandSamples } from '#server/domain/rights/authorise.ts'
import { withOpenPeriod } from '#server/domain/samples/sample-access.ts'
import { translate } from '#server/platform/translate.ts'
import { viewsCompletedSamples } from '#server/widgets/shared/case-table.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'
import { copyRefusal, createRefusal } from './actions.ts'
import { sampleRows, sampleTableOf } from './sample-list.ts'
import type { PageQuery, SampleColumns } from './sample-list.ts'

/** A page of a list of samples, with its further filters. */
export type SamplesQuery = PageQuery & { extraPaths: string }

/** The samples of a table. */
export const sampleTable: WidgetServer<'sample-table'> = {
  data: (request, params) => answerSamples(request, request.config, params, { canDelete: request.config.useCore }),
}

/**
 * A page of a table of samples with its drill path bar, and what the caller may do with them. Throws `forbidden` where
 * the caller may not open samples, `validation` for filters that cannot be applied and unknown columns to sort by.
 */
export async function answerSamples(
  request: FigureRequest,
  config: SampleColumns,
  query: SamplesQuery,
  { canDelete }: { canDelete: boolean },
): Promise<SampleListResponse> {
  const { ctx, access, requested } = request
  demandSamples(access)
  const narrowed = { ctx, access, requested: await narrowedPath(ctx, access, requested, query.extraPaths) }
  const table = sampleTableOf(narrowed, config, query)
  const [rankingData, segmentedDrillPath] = await Promise.all([
    // The links of rows leave the further filters to the list.
    sampleRows(request, table, query),
    segmentedDrillPathOf(request),
  ])
  const sampleAccess = await withOpenPeriod(ctx, access)
  const [create, copy] = [createRefusal(sampleAccess, requested), copyRefusal(sampleAccess, requested.today)]
  return {
    rankingData,
    segmentedDrillPath,
    viewCompletedSamples: viewsCompletedSamples(ctx.identity),
    actions: {
      createRefusal: create && translate(create, ctx.locale),
      copyRefusal: copy && translate(copy, ctx.locale),
      canDeleteAll: canDelete && ctx.identity.isRoot,
    },
    period: sampleAccess.open,
  }
}
