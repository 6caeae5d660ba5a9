import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { KindPage } from '#web/features/pages/page-frame.tsx'
import NotAvailable from './not-available.tsx'

/** The survey's samples page. */
export default function SampleList() {
  return <KindPage kind="samples" Head={PageHead} fallback={<NotAvailable />} />
}
