import type { RankingData, RankingResponse, RankingRow } from '@gensvar/contract/entities/ranking'
import type { ListAnswer, ListQuery } from '#web/ui/data-table/use-list.ts'

/** Where a ranking table gets its rows from. */
export interface RankingSource {
  /** Tells this source apart from others in the cache of answers. */
  key: readonly string[]
  load: (query: ListQuery, signal?: AbortSignal) => Promise<RankingResponse>
}

/** A ranking as the list it is. */
export interface RankingAnswer extends ListAnswer<RankingRow> {
  ranking: RankingData
}

/** Asks a source for rows. */
export async function loadRanking(
  source: RankingSource,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<RankingAnswer> {
  const { rankingData: ranking } = await source.load(query, signal)
  return { rows: ranking.rows, total: ranking.totalNumberRows, ranking }
}
