import { createInterviewsReport, createRankingReport } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import type { AlertRows, RankedRows } from '#web/lib/interview-list.ts'
import type { ShownTable, TableFormat } from '#web/ui/data-table/table-exports.ts'

/** What a report of a table asks for: its component, or the indicator whose cases it lists. */
export function reportOf(rowsOf: RankedRows | AlertRows): { component: string | null; indicator: string | null } {
  if (rowsOf.kind === 'cases') return { component: null, indicator: rowsOf.indicator }
  return { component: rowsOf.component, indicator: null }
}

interface Table {
  survey: string
  drillPath: string
  rowsOf: RankedRows
  isOfCases: boolean
  format: TableFormat
  shown: ShownTable
}

/** Creates the report of a table as it is seen: of its interviews, or of its units. */
export function createTableReport({ survey, drillPath, rowsOf, isOfCases, format, shown }: Table) {
  const params = { survey, drillPath }
  const { component, indicator } = reportOf(rowsOf)
  return isOfCases
    ? call(createInterviewsReport, { params, body: { component, indicator, format, ...shown } })
    : call(createRankingReport, { params, body: { component, format, ...shown } })
}
