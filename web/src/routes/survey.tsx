import { useParams } from '@tanstack/react-router'
import { MetadataSection } from '#web/features/metadata/service.ts'

/** Root's page of a survey. */
export default function Survey() {
  const { survey = '-' } = useParams({ strict: false })
  return (
    <>
      <h1>{survey}</h1>
      <MetadataSection survey={survey} />
    </>
  )
}
