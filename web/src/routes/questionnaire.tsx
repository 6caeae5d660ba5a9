import { useParams } from '@tanstack/react-router'
import { QuestionnairePage } from '#web/features/questionnaires/questionnaire-page.tsx'

/** The questionnaire builder of a survey. */
export default function Questionnaire() {
  const { survey = '-' } = useParams({ strict: false })
  return <QuestionnairePage key={survey} survey={survey} />
}
