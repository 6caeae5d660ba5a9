import type { RankingData } from '@gensvar/contract/entities/ranking'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { pageQuery } from '@gensvar/contract/paging'
import type { z } from 'zod'
import type { WidgetRequest, WidgetServer } from '#server/widgets/widget-server.ts'
import type { RankingRequest } from './ranking-request.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { viewsCompletedSamples } from '#server/widgets/shared/case-table.ts'
import { segmentedDrillPathOf } from '#server/domain/indicators/segmented-drill-path.ts'
import { leafRanking } from './leaf-ranking.ts'
import { placeRanking, unitRanking } from './unit-ranking.ts'

/** Columns of a ranking and how it is sorted. */
export type RankingConfig = Pick<WidgetConfig<'ranking-table'>, 'sortBy' | 'sortDesc' | 'columns' | 'leafColumns'> &
  Partial<Pick<WidgetConfig<'ranking-table'>, 'shrink'>>

/** Figures of a ranking table. */
export const rankingTable: WidgetServer<'ranking-table'> = {
  data: (request, params) => answerRanking(request, request.config, params),
}

/**
 * A ranking of the place with its drill path bar: its units, or at the last level its interviews; with `countedBy`, the
 * responses that an indicator counts.
 */
export async function answerRanking(
  request: Omit<WidgetRequest<unknown>, 'config' | 'page'>,
  config: RankingConfig,
  query: z.output<typeof pageQuery>,
  countedBy: Indicator | null = null,
) {
  const asked = rankingAsked(request, config, query, countedBy)
  const [rankingData, segmentedDrillPath] = await Promise.all([
    ranking(asked, config.sortBy ?? null),
    segmentedDrillPathOf(request),
  ])
  return {
    rankingData,
    viewCompletedSamples: viewsCompletedSamples(request.ctx.identity),
    segmentedDrillPath,
  }
}

/** A ranking as it is asked for. */
export function rankingAsked(
  request: Omit<WidgetRequest<unknown>, 'config' | 'page'>,
  config: RankingConfig,
  query: z.output<typeof pageQuery>,
  countedBy: Indicator | null = null,
): RankingRequest {
  return {
    ...request,
    countedBy,
    columns: config.columns,
    leafColumns: config.leafColumns,
    sortVar: query.sortVar ?? null,
    sortDesc: query.sortDesc ?? config.sortDesc,
    shrink: config.shrink ?? false,
    rowFrom: query.rowFrom,
    rowTo: query.rowTo,
    filter: query.filter.trim(),
  }
}

/**
 * What the rows of a ranking are: units, single responses, or the place itself where single responses may not be seen at
 * the last level.
 */
export function rowsOf({ requested, access, countedBy }: RankingRequest): 'units' | 'responses' | 'place' {
  const { view, unit } = requested
  const isLeaf = countedBy !== null || !view || unit?.depth === view.levels.length
  if (!isLeaf) return 'units'
  return unit && countedBy === null && !access.canViewInterviews ? 'place' : 'responses'
}

function ranking(asked: RankingRequest, sortBy: string | null): Promise<RankingData> {
  switch (rowsOf(asked)) {
    case 'units':
      return unitRanking(asked, sortBy)
    case 'place':
      return placeRanking(asked)
    case 'responses':
      return leafRanking(asked)
  }
}
