import { useParams } from '@tanstack/react-router'
import { AnswerLinksPage } from '#web/features/answer-links/answer-links-page.tsx'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { NoAccess } from '#web/ui/states/states.tsx'

/** The links that anybody can answer a survey at; for its administrators. */
export default function AnswerLinks() {
  const { survey = '-' } = useParams({ strict: false })
  return useSurveyStart().rights.canAdministrate ? <AnswerLinksPage key={survey} survey={survey} /> : <NoAccess />
}
