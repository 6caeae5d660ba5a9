import { useMemo } from 'react'
import { createAlertsReport } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import { usePlace } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useStartReport } from '#web/lib/use-start-report.ts'
import type { TableReports } from '#web/ui/data-table/table-exports.ts'
import type { AlertFilters } from './use-alert-filters.ts'

/** How the server makes the file of an alert table with its filters; `none` where the survey offers none. */
export function useAlertReports(
  component: string | null,
  { states, mine, overdue }: AlertFilters,
): TableReports | 'none' {
  const { survey, drillPath } = usePlace()
  const { reports } = useSurveyStart().survey
  const { mutateAsync: start } = useStartReport()
  return useMemo(() => {
    if (!reports.alerts) return 'none'
    return {
      rowsOf: { kind: 'alerts', component },
      isOfCases: true,
      isAlways: true,
      start: (format, shown) =>
        start({
          survey,
          create: () =>
            call(createAlertsReport, {
              params: { survey, drillPath },
              body: { ...shown, component, states: [...states], mine, overdue, format },
            }),
        }),
    }
  }, [component, reports.alerts, survey, drillPath, start, states, mine, overdue])
}
