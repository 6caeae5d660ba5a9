import { registerDownloadInitiated } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import type en from '#web/locales/en/reports.json'
import { notifyStarted } from '#web/ui/notify.tsx'
import type { SessionState, StartedReport } from './session-store.ts'
import { rememberReports } from './started-reports.ts'
import type { Store } from './store.ts'
import { textsOf } from './texts.ts'

const text = textsOf<typeof en>('reports')

/** Creates a report, registers that its file is waited for, and says that it is being prepared. */
export async function startReport(
  session: Store<SessionState>,
  { survey, create }: Omit<StartedReport, 'taskUUID'>,
): Promise<void> {
  const { taskUUID } = await create()
  try {
    await call(registerDownloadInitiated, { params: { survey, taskUUID }, body: {} })
  } finally {
    // It is being prepared, registered or not.
    rememberReports(survey, true)
    session.set({ reports: [{ survey, taskUUID, create }, ...session.get().reports] })
    notifyStarted(text('PREPARING_REPORT_SNACK'))
  }
}
