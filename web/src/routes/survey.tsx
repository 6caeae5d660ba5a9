import { useParams } from '@tanstack/react-router'
import { SurveyDetailsPage } from '#web/features/survey-details/survey-details-page.tsx'

/** Root's page of a survey. */
export default function Survey() {
  const { survey, surveyId } = useParams({ from: '/signed-in/survey/$survey/$surveyId' })
  return <SurveyDetailsPage key={survey} surveyId={Number(surveyId)} />
}
