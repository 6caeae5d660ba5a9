import { useParams } from '@tanstack/react-router'
import { UnitsPage } from '#web/features/units/units-page.tsx'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { NoAccess } from '#web/ui/states/states.tsx'

/** The units of a survey's hierarchies; for its administrators. */
export default function Units() {
  const { survey = '-' } = useParams({ strict: false })
  return useSurveyStart().rights.canAdministrate ? <UnitsPage key={survey} survey={survey} /> : <NoAccess />
}
