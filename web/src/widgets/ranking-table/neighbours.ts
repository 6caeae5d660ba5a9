import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getRanking, listCountedCases } from '@gensvar/contract/rankings'
import { listSamples } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import type { InterviewList, RankedList } from '#web/lib/interview-list.ts'
import { loadSorted } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { fetchWidgetData } from '#web/widgets/widget-query.ts'

/** An interview with its place in a list, from 0. */
export interface Neighbour {
  interviewId: number
  position: number
}

/** Where an interview stands in a list, and the completed ones before and after it. */
export interface Neighbours {
  position: number
  total: number
  previous: Neighbour | null
  next: Neighbour | null
}

/** How many rows on each side are looked at: new answers may have moved the interview since its list was loaded. */
const reach = 20

/** The neighbours of an interview in the list it was opened from; null where it is no longer near its place. */
export function neighboursQuery(survey: string, interviewId: number, list: InterviewList | undefined) {
  return queryOptions({
    queryKey: ['neighbours', survey, interviewId, list],
    queryFn: ({ signal }) => (list ? findNeighbours(survey, interviewId, list, signal) : null),
    enabled: list !== undefined,
    placeholderData: keepPreviousData,
    // The list is a help: without it the interview is complete.
    meta: { quiet: true },
  })
}

async function findNeighbours(
  survey: string,
  interviewId: number,
  { source, position }: InterviewList,
  signal: AbortSignal,
): Promise<Neighbours | null> {
  const rowFrom = Math.max(0, position - reach)
  const { rows, total } =
    source.kind === 'ids'
      ? { rows: source.ids.slice(rowFrom), total: source.ids.length }
      : await loadRows(survey, source, { rowFrom, rowTo: position + reach + 1 }, signal)
  const at = rows.indexOf(interviewId)
  if (at < 0) return null
  const neighbourAt = (index: number): Neighbour | null => {
    const id = rows[index]
    return id == null ? null : { interviewId: id, position: rowFrom + index }
  }
  const before = rows.findLastIndex((id, index) => index < at && id !== null)
  const after = rows.findIndex((id, index) => index > at && id !== null)
  return { position: rowFrom + at, total, previous: neighbourAt(before), next: neighbourAt(after) }
}

/** Ids of the rows of a ranking; null for those that are no completed interview. */
async function loadRows(
  survey: string,
  list: RankedList,
  window: { rowFrom: number; rowTo: number },
  signal: AbortSignal,
): Promise<{ rows: (number | null)[]; total: number }> {
  const { drillPath, sortVar, sortDesc, filter } = list
  const load = (query: ListQuery) => {
    if (list.kind === 'cases')
      return call(listCountedCases, { params: { survey, indicator: list.indicator, drillPath }, query }, { signal })
    const { kind, component } = list
    if (component !== null) {
      const type = kind === 'samples' ? 'sample-table' : 'ranking-table'
      return fetchWidgetData(type, 'data', { survey, drillPath, component }, query, signal)
    }
    const route = kind === 'samples' ? listSamples : getRanking
    return call(route, { params: { survey, drillPath }, query }, { signal })
  }
  const asked: ListQuery = { ...window, sortVar, ...(sortDesc !== undefined && { sortDesc }), filter: filter ?? '' }
  const { rankingData } = await loadSorted(load, asked)
  return {
    rows: rankingData.rows.map((row) => (row.isComplete ? row.interviewId : null)),
    total: rankingData.totalNumberRows,
  }
}
