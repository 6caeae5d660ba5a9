import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { GlobalValuesRow, GlobalValuesTable } from '@gensvar/contract/entities/data-tables'
import { streamGlobalValues } from '@gensvar/contract/tables'
import { openStream } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { readEvents } from '#web/lib/event-stream.ts'
import type { StreamEvent } from '#web/lib/event-stream.ts'
import { figuresMeta } from '#web/lib/figures-shown.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'

/** Pauses before the stream is opened again after a lost connection, in milliseconds. */
const pauses = { first: 500, longest: 30_000 }

/** Failures of the connection, not of what was asked. */
const passing = new Set(['offline', 'timeout', 'unavailable', 'too_many'])

/** Where a component is, and what it is told as its table arrives. */
interface Asked {
  params: { survey: string; component: string; drillPath: string }
  signal: AbortSignal
  /** What is shown already. */
  known: GlobalValuesTable | undefined
  onTable: (table: GlobalValuesTable) => void
}

/** A table after an event: its beginning, or a row that replaces the one of the same survey or is added. */
function after(table: GlobalValuesTable | undefined, { event, data }: StreamEvent): GlobalValuesTable | undefined {
  if (event === 'globalTableInitialData') {
    const first = data as GlobalValuesTable
    // Figures that are counted again stay until they are.
    const shown = new Map(table?.rows.map((row) => [row.surveyname, row]))
    return {
      ...first,
      rows: first.rows.map((row) => (row.cells.length > 0 ? row : (shown.get(row.surveyname) ?? row))),
    }
  }
  if (event !== 'globalSurveyResult' || table === undefined) return table
  const row = data as GlobalValuesRow
  const isKnown = table.rows.some(({ surveyname }) => surveyname === row.surveyname)
  const rows = isKnown ? table.rows.map((one) => (one.surveyname === row.surveyname ? row : one)) : [...table.rows, row]
  return { ...table, rows }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Reads a table until its end event. A lost connection is only logged: the table keeps what it has, and the stream is
 * opened again after pauses that grow. Throws only what the server refuses before anything is shown.
 */
async function readTable({ params, signal, known, onTable }: Asked): Promise<GlobalValuesTable> {
  let table = known
  for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
    try {
      for await (const event of readEvents(await openStream(streamGlobalValues, { params }, signal), signal)) {
        if (event.event === 'globalTableDataEnd' && table !== undefined) return table
        table = after(table, event)
        if (table !== undefined) onTable(table)
        wait = pauses.first
      }
      throw new Error('The stream ended before its last event')
    } catch (error) {
      if (signal.aborted) throw error
      // The specification wants it logged, and nothing shown.
      // oxlint-disable-next-line no-console
      console.error('Global values: the connection was lost', error)
      if (error instanceof ApiError && !passing.has(error.code)) {
        if (table === undefined) throw error
        return table
      }
    }
    await pause(wait, signal)
    signal.throwIfAborted()
  }
}

/** The figures of several surveys as they are counted, for the period of the address. */
export function useGlobalValues(component: string): UseQueryResult<GlobalValuesTable> {
  const survey = useSurveyStart().survey.extName
  const drillPath = useDrillPath()
  const client = useQueryClient()
  const queryKey = ['widget', survey, drillPath, component, 'stream']
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      readTable({
        params: { survey, component, drillPath },
        signal,
        known: client.getQueryData(queryKey),
        onTable: (table) => client.setQueryData(queryKey, table),
      }),
    placeholderData: keepPreviousData,
    meta: figuresMeta,
  })
}
