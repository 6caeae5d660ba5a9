import { useParams, useSearch } from '@tanstack/react-router'
import { NewSurveyPage } from '#web/features/imports/new-survey-page.tsx'

/** Makes a survey of somebody's own file; for root, and for administrators whom root allowed it. */
export default function NewSurvey() {
  const { survey = '-' } = useParams({ strict: false })
  const { file } = useSearch({ strict: false })
  return <NewSurveyPage survey={survey} uploadId={file} />
}
