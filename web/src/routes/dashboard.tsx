import { useParams } from '@tanstack/react-router'
import { DashboardPage } from '#web/features/dashboard-editor/dashboard-page.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { NoAccess } from '#web/ui/states/states.tsx'

/** The dashboard editor of a survey; for root users, and for administrators whom root has allowed it. */
export default function Dashboard() {
  const { survey = '-' } = useParams({ strict: false })
  return useIdentity().mayEditDashboards ? <DashboardPage key={survey} survey={survey} /> : <NoAccess />
}
