import { useMemo } from 'react'
import type { RankedRows } from '#web/lib/interview-list.ts'
import { usePlace } from '#web/lib/place.ts'
import { useStartReport } from '#web/lib/use-start-report.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { TableReports } from '#web/ui/data-table/table-exports.ts'

/** How the server makes the file of a ranking at the place; undefined for interviews that the reader may not see. */
export function useRankingReports(rowsOf: RankedRows, isOfCases: boolean): TableReports | undefined {
  const { survey, drillPath } = usePlace()
  const { canViewInterviews } = useSurveyStart().rights
  const { mutateAsync: start } = useStartReport()
  return useMemo(() => {
    if (isOfCases && !canViewInterviews) return undefined
    return {
      rowsOf,
      isOfCases,
      start: (format, shown) =>
        start({
          survey,
          async create() {
            const { createTableReport } = await import('./create-table-report.ts')
            return createTableReport({ survey, drillPath, rowsOf, isOfCases, format, shown })
          },
        }),
    }
  }, [rowsOf, isOfCases, canViewInterviews, survey, drillPath, start])
}
