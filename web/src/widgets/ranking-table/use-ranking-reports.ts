import { useMemo } from 'react'
import { createInterviewsReport, createRankingReport } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import type { RankedRows } from '#web/lib/interview-list.ts'
import { usePlace } from '#web/lib/place.ts'
import { useStartReport } from '#web/lib/reports.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { TableReports } from '#web/ui/data-table/table-exports.ts'

/** What a report of a table asks for: its component, or the indicator whose cases it lists. */
export function reportOf(rowsOf: RankedRows): { component: string | null; indicator: string | null } {
  if (rowsOf.kind === 'cases') return { component: null, indicator: rowsOf.indicator }
  return { component: rowsOf.component, indicator: null }
}

/** How the server makes the file of a ranking at the place; undefined for interviews that the reader may not see. */
export function useRankingReports(rowsOf: RankedRows, isOfCases: boolean): TableReports | undefined {
  const { survey, drillPath } = usePlace()
  const { canViewInterviews } = useSurveyStart().rights
  const { mutateAsync: start } = useStartReport()
  return useMemo(() => {
    if (isOfCases && !canViewInterviews) return undefined
    const params = { survey, drillPath }
    const { component, indicator } = reportOf(rowsOf)
    return {
      rowsOf,
      isOfCases,
      start: (format, shown) =>
        start({
          survey,
          create: () =>
            isOfCases
              ? call(createInterviewsReport, { params, body: { component, indicator, format, ...shown } })
              : call(createRankingReport, { params, body: { component, format, ...shown } }),
        }),
    }
  }, [rowsOf, isOfCases, canViewInterviews, survey, drillPath, start])
}
