import type { z } from 'zod'
import type { pageQuery } from '@gensvar/contract/paging'
import type { RankingResponse } from '@gensvar/contract/entities/ranking'
import { ApiError } from '#web/lib/api-error.ts'

/** What a ranking is asked for: rows from (inclusive) and to (exclusive), sorting and a term. */
export type RankingQuery = z.input<typeof pageQuery>

/** Where a ranking table gets its rows from. */
export interface RankingSource {
  /** Tells this source apart from others in the cache of answers. */
  key: readonly string[]
  load: (query: RankingQuery, signal?: AbortSignal) => Promise<RankingResponse>
}

/** The same, but a column to sort by that the place does not have is left out instead of failing. */
export async function loadRanking(
  source: RankingSource,
  query: RankingQuery,
  signal?: AbortSignal,
): Promise<RankingResponse> {
  try {
    return await source.load(query, signal)
  } catch (error) {
    const isUnknownColumn =
      error instanceof ApiError && error.code === 'validation' && error.fields['sortVar'] !== undefined
    if (!isUnknownColumn || query.sortVar === undefined) throw error
    return source.load({ ...query, sortVar: undefined, sortDesc: undefined }, signal)
  }
}
