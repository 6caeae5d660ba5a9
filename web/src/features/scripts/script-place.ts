import type { StoredScript } from '@gensvar/contract/scripts'
import { paths } from '#web/paths.ts'

/** Which script a screen shows, as its address says; the script with id 0 is a new one. */
export type ScriptPlace =
  | { of: 'survey'; survey: string; surveyId: number; scriptId: number }
  | { of: 'everywhere'; survey: string; scriptId: number }
  | { of: 'universe'; survey: string }

/** The place that an address names by its segments. */
export function placeOf(survey: string, surveyId: string | undefined, scriptId: string | undefined): ScriptPlace {
  if (scriptId === undefined) return { of: 'universe', survey }
  if (surveyId === undefined) return { of: 'everywhere', survey, scriptId: Number(scriptId) }
  return { of: 'survey', survey, surveyId: Number(surveyId), scriptId: Number(scriptId) }
}

/** The address of a script that was saved from a place. */
export function addressOf(place: ScriptPlace, { id }: Pick<StoredScript, 'id'>): string {
  if (place.of === 'universe') return paths.universeScript(place.survey)
  if (place.of === 'everywhere') return paths.globalScript(place.survey, id)
  return paths.surveyScript(place.survey, place.surveyId, id)
}

/** Where one goes back to from a script: to its survey, else to the administration. */
export function homeOf(place: ScriptPlace): string {
  return place.of === 'survey' ? paths.survey(place.survey, place.surveyId) : paths.surveyList(place.survey)
}
