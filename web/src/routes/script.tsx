import { useParams } from '@tanstack/react-router'
import { ScriptPage } from '#web/features/scripts/script-page.tsx'
import { placeOf } from '#web/features/scripts/script-place.ts'

/** A script of a survey, a global one, or the one of the organisation. */
export default function Script() {
  const { survey = '-', surveyId, scriptId } = useParams({ strict: false })
  return <ScriptPage key={`${surveyId}/${scriptId}`} place={placeOf(survey, surveyId, scriptId)} />
}
