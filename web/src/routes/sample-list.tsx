import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { SampleListScreen } from '#web/features/samples/sample-list-screen.tsx'

/** The survey's samples page. */
export default function SampleList() {
  return <SampleListScreen Head={PageHead} />
}
