import { useMutation } from '@tanstack/react-query'
import { useSessionStore } from './session-store.ts'
import type { StartedReport } from './session-store.ts'

/** Calls the server to create a report. */
export type CreateReport = StartedReport['create']

/** Starts a report, which the tray of reports follows from then on. A failure is reported. */
export function useStartReport() {
  const session = useSessionStore()
  return useMutation({
    /** `taskUUID` is the report that is created once more, if any. */
    async mutationFn(report: Pick<StartedReport, 'survey' | 'create'> & { taskUUID?: string }) {
      const { startReport } = await import('./start-report.ts')
      await startReport(session, report)
    },
  })
}
