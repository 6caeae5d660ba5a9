import { useMemo } from 'react'
import { createSamplesReport } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import { usePlace } from '#web/lib/place.ts'
import { useStartReport } from '#web/lib/use-start-report.ts'
import type { TableReports } from '#web/ui/data-table/table-exports.ts'
import type { SampleSource } from './sample-source.ts'

/** How the server makes the file of a sample table at the place; `none` for a table that offers none. */
export function useSampleReports({ component, options }: SampleSource): TableReports | 'none' {
  const { survey, drillPath } = usePlace()
  const { mutateAsync: start } = useStartReport()
  return useMemo(() => {
    if (!options.enableDownload) return 'none'
    return {
      rowsOf: { kind: 'samples', component },
      isOfCases: true,
      isAlways: true,
      start: (format, shown) =>
        start({
          survey,
          create: () =>
            call(createSamplesReport, { params: { survey, drillPath }, body: { ...shown, component, format } }),
        }),
    }
  }, [component, options.enableDownload, survey, drillPath, start])
}
