import { queryOptions, useMutation } from '@tanstack/react-query'
import { getReportStatus, registerDownloadInitiated } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import type en from '#web/locales/en/reports.json'
import { notifyStarted } from '#web/ui/notify.tsx'
import { ApiError } from './api-error.ts'
import { useSessionStore } from './session-store.ts'
import type { StartedReport } from './session-store.ts'
import { textsOf } from './texts.ts'

const text = textsOf<typeof en>('reports')

/** A report of the reader: how far it is, and what tells it from others. */
export type Report = Answer<typeof getReportStatus>

/** Calls the server to create a report. */
export type CreateReport = StartedReport['create']

/** Names of the formats, which are the same in every language. */
export const formatNames = { xlsx: 'Excel', csv: 'CSV', pdf: 'PDF' } as const

/** True until the report is finished or has failed. */
export function isUnderWay({ status }: Pick<Report, 'status'>): boolean {
  return status === 'QUEUED' || status === 'PROCESSING'
}

/** True for the answer about a report that expired, was removed, or is somebody else's. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation')
}

/** A report, asked for again every so many milliseconds until it is finished or has failed. */
export function reportQuery({ survey, taskUUID }: Pick<StartedReport, 'survey' | 'taskUUID'>, every: number) {
  return queryOptions({
    queryKey: ['report', survey, taskUUID],
    queryFn: ({ signal }) => call(getReportStatus, { params: { survey, taskUUID } }, { signal }),
    refetchInterval: ({ state: { data, error } }) =>
      isGone(error) || (data !== undefined && !isUnderWay(data)) ? false : every,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/**
 * Starts a report: creates it, registers that its file is waited for, and says that it is being prepared. The tray of
 * reports follows it from then on. A failure is reported.
 */
export function useStartReport() {
  const session = useSessionStore()
  return useMutation({
    /** `taskUUID` is the report that is created once more, if any. */
    async mutationFn({ survey, create }: Pick<StartedReport, 'survey' | 'create'> & { taskUUID?: string }) {
      const { taskUUID } = await create()
      try {
        await call(registerDownloadInitiated, { params: { survey, taskUUID }, body: {} })
      } finally {
        // It is being prepared, registered or not.
        session.set({ reports: [{ survey, taskUUID, create }, ...session.get().reports] })
        notifyStarted(text('PREPARING_REPORT_SNACK'))
      }
    },
  })
}
