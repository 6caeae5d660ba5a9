import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { usePlace, type Place } from '#web/lib/place.ts'
import type { TableSearch } from '#web/paths.ts'
import { loadRanking, type RankingQuery, type RankingSource } from './ranking-source.ts'

/** Most units a table shows without paging. */
const mostUnits = 1000

/** Pause in typing after which the server is asked, in milliseconds. */
const pause = 250

/** True where the rows are single responses: at the last level of the view, or in a survey without levels. */
function isLeafPlace({ view, views, place }: Place): boolean {
  const levels = views.find((one) => one.extName === view)?.levels ?? []
  return place.length >= levels.length
}

/** Rows of a ranking for the place, the page and sorting of the address, and the text typed into its filter. */
export function useRankingQuery(source: RankingSource, search: TableSearch, size: number, term: string) {
  const place = usePlace()
  const { survey, drillPath } = place
  const isLeaf = isLeafPlace(place)
  const [wanted] = useDebouncedValue(term.trim(), pause)
  // Where not all units fit, typing has to search among those the browser does not have.
  const [crowded, setCrowded] = useState<string | null>(null)
  const isAskedFor = isLeaf || crowded === drillPath
  const page = isLeaf ? (search.page ?? 0) : 0
  const query: RankingQuery = {
    rowFrom: page * size,
    rowTo: isLeaf ? (page + 1) * size : mostUnits,
    sortVar: search.sortBy,
    ...(search.sortDesc !== undefined && { sortDesc: search.sortDesc ? 'true' : 'false' }),
    filter: isAskedFor ? wanted : '',
  }
  const answer = useQuery({
    queryKey: ['ranking', survey, drillPath, ...source.key, query],
    queryFn: ({ signal }) => loadRanking(source, query, signal),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const ranking = answer.isPlaceholderData ? undefined : answer.data?.rankingData
  const overflows = ranking !== undefined && !ranking.leafRows && ranking.totalNumberRows > ranking.rows.length
  if (overflows && crowded !== drillPath) setCrowded(drillPath)
  return { answer, query, isLeaf, page, isAskedFor, isSearching: isAskedFor && term.trim() !== query.filter }
}
