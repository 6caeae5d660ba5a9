import { useParams } from '@tanstack/react-router'
import { InterviewPage } from '#web/features/interviews/interview-page.tsx'

/** Screen of a single interview. */
export default function InterviewScreen() {
  const { survey, interviewId } = useParams({ strict: false })
  return <InterviewPage survey={survey ?? ''} interviewId={Number(interviewId)} />
}
