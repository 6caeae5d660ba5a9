import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { GlobalValuesRow, GlobalValuesTable } from '@gensvar/contract/entities/data-tables'
import { streamGlobalValues } from '@gensvar/contract/tables'
import { openStream } from '#web/api.ts'
import { followEvents } from '#web/lib/event-stream.ts'
import type { StreamEvent } from '#web/lib/event-stream.ts'
import { rowsMeta } from '#web/lib/figures-shown.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'

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

/**
 * Reads a table until its end event. A lost connection is only logged: the table keeps what it has. Throws only what the
 * server refuses before anything is shown.
 */
async function readTable({ params, signal, known, onTable }: Asked): Promise<GlobalValuesTable> {
  let table = known
  const open = (given: AbortSignal) => openStream(streamGlobalValues, { params }, given)
  // The specification wants it logged, and nothing shown.
  // oxlint-disable-next-line no-console
  const onLost = (error: unknown) => console.error('Global values: the connection was lost', error)
  try {
    for await (const event of followEvents(open, signal, { onLost })) {
      if (event.event === 'globalTableDataEnd' && table !== undefined) return table
      table = after(table, event)
      if (table !== undefined) onTable(table)
    }
  } catch (error) {
    if (signal.aborted || table === undefined) throw error
    return table
  }
  throw new Error('The stream is followed until its end event')
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
    meta: rowsMeta,
  })
}
