import { useParams } from '@tanstack/react-router'
import { FirstAnswerPage } from '#web/features/questionnaires/start/first-answer-page.tsx'

/** The link of a survey, and its first answer as it arrives. */
export default function FirstAnswer() {
  const { survey = '-' } = useParams({ strict: false })
  return <FirstAnswerPage key={survey} survey={survey} />
}
