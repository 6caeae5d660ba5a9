import { StatusPage } from '#web/features/status/status-page.tsx'

/** The status page of a survey. */
export default function Status() {
  return <StatusPage />
}
