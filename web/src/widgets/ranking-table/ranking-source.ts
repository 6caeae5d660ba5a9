import type { LocalText } from '@gensvar/contract/local-text'
import type { RankingData, RankingResponse, RankingRow } from '@gensvar/contract/entities/ranking'
import type { RankedRows } from '#web/lib/interview-list.ts'
import type { ListAnswer, ListQuery } from '#web/ui/data-table/use-list.ts'

/** Where a ranking table gets its rows from. */
export interface RankingSource {
  /** Identifies this source in the query cache. */
  key: readonly string[]
  /** What the rows are, for asking for them again from an interview. */
  rowsOf: RankedRows
  load: (query: ListQuery, signal?: AbortSignal) => Promise<RankingResponse & { title?: LocalText }>
}

/** A ranking with its rows as a list. */
export interface RankingAnswer extends ListAnswer<RankingRow> {
  ranking: RankingData
  /** Title of the indicator whose cases the rows are. */
  title: LocalText | undefined
}

/** Loads rows of a source. */
export async function loadRanking(
  source: RankingSource,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<RankingAnswer> {
  const { rankingData: ranking, title } = await source.load(query, signal)
  return { rows: ranking.rows, total: ranking.totalNumberRows, ranking, title }
}
