import { useMutation, useQueryClient } from '@tanstack/react-query'
import { downloadReport, registerDownloadCompleted, removeReport } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import { openFile } from '#web/lib/open-file.ts'
import { reportQuery } from '#web/lib/reports.ts'
import type { StartedReport } from '#web/lib/session-store.ts'

/** Which report. */
export type ReportRef = Pick<StartedReport, 'survey' | 'taskUUID'>

/** Opens the file of a report, and registers that it was opened. */
export function useDownloadReport() {
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn({ survey, taskUUID }: ReportRef) {
      const params = { survey, taskUUID }
      await openFile(downloadReport, { params })
      await call(registerDownloadCompleted, { params, body: {} })
    },
    onSuccess: (_, report) =>
      queryClient.setQueryData(reportQuery(report, 0).queryKey, (known) => known && { ...known, isDownloaded: true }),
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
