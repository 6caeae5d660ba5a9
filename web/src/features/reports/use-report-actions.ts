import { useMutation, useQueryClient } from '@tanstack/react-query'
import { downloadReport, getReportStatus, registerDownloadCompleted, removeReport } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import { openFile } from '#web/lib/open-file.ts'
import { reportQuery } from '#web/lib/reports.ts'
import type { StartedReport } from '#web/lib/session-store.ts'

/** Which report. */
export type ReportRef = Pick<StartedReport, 'survey' | 'taskUUID'>

/** Opens the file of a report, where there still is one, and registers that it was opened. */
export function useDownloadReport() {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ survey, taskUUID }: ReportRef) {
      const params = { survey, taskUUID }
      // The tab of a file that has expired, or that its reader may no longer see, could not say so.
      const report = await call(getReportStatus, { params })
      if (report.status !== 'FINISHED') return report
      await openFile(downloadReport, { params })
      await call(registerDownloadCompleted, { params, body: {} })
      return { ...report, isDownloaded: true }
    },
    onSuccess: (report, asked) => queryClient.setQueryData(reportQuery(asked, 0).queryKey, report),
    // The file may have been removed meanwhile.
    onError: (_, report) => queryClient.invalidateQueries({ queryKey: reportQuery(report, 0).queryKey }),
  })
}

/** Cancels a report, or removes its file. */
export function useRemoveReport() {
  return useMutation({
    mutationFn: ({ survey, taskUUID }: ReportRef) => call(removeReport, { params: { survey, taskUUID } }),
  })
}
