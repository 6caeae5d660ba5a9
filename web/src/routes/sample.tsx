import { useParams } from '@tanstack/react-router'
import { SamplePage } from '#web/features/samples/sample-page.tsx'

/** Screen of a single sample. */
export default function SampleScreen() {
  const { survey, fromPage, sampleId } = useParams({ strict: false })
  return <SamplePage survey={survey ?? ''} fromPage={fromPage ?? ''} sampleId={Number(sampleId)} />
}
