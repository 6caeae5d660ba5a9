import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { KindPage } from '#web/features/pages/page-frame.tsx'
import NotAvailable from './not-available.tsx'

/** The survey's alerts page. */
export default function AlertList() {
  return <KindPage kind="alerts" Head={PageHead} fallback={<NotAvailable />} />
}
