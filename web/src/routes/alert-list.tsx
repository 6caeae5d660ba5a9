import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { AlertCount } from '#web/features/alerts/alert-count.tsx'
import { AlertListScreen } from '#web/features/alerts/alert-list-screen.tsx'
import type { PageHeadSlot } from '#web/features/pages/service.ts'

/** The page's head, with the number of alerts in its filter bar. */
const AlertHead: PageHeadSlot = (head) => <PageHead {...head} note={<AlertCount />} />

/** The survey's alerts page. */
export default function AlertList() {
  return <AlertListScreen Head={AlertHead} />
}
