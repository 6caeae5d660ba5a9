import { useParams } from '@tanstack/react-router'
import { DoubtList } from '#web/features/doubts/doubt-list.tsx'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { NoAccess } from '#web/ui/states/states.tsx'

/** What imports into the survey were not sure of; for its administrators. */
export default function DoubtListScreen() {
  const { survey = '-' } = useParams({ strict: false })
  return useSurveyStart().rights.canAdministrate ? <DoubtList key={survey} survey={survey} /> : <NoAccess />
}
