import { useParams } from '@tanstack/react-router'
import { RespondentsPage } from '#web/features/respondents/respondents-page.tsx'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { NoAccess } from '#web/ui/states/states.tsx'

/** Data protection: finding, disclosing and erasing respondents, and how long answers are kept; for administrators. */
export default function Respondents() {
  const { survey = '-' } = useParams({ strict: false })
  return useSurveyStart().rights.canAdministrate ? <RespondentsPage key={survey} survey={survey} /> : <NoAccess />
}
