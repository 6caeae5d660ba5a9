import { useParams } from '@tanstack/react-router'
import { PageHead } from '#web/features/drill-path/page-head.tsx'
import { NamedPage } from '#web/features/pages/page-frame.tsx'

/** Any page of the survey, by its extname. */
export default function Page() {
  const { pageId } = useParams({ from: '/signed-in/page/$pageId/$survey/$drillPath' })
  return <NamedPage pageId={pageId} Head={PageHead} />
}
