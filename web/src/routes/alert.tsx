import { useParams } from '@tanstack/react-router'
import { AlertPage } from '#web/features/alerts/alert-page.tsx'

/** Screen of a single alert. */
export default function AlertScreen() {
  const { survey, alertId } = useParams({ strict: false })
  return <AlertPage survey={survey ?? ''} alertId={Number(alertId)} />
}
