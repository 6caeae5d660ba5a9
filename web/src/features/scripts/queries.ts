import { queryOptions } from '@tanstack/react-query'
import {
  createGlobalScript,
  createScript,
  getScript,
  getUniverseScript,
  listGlobalScripts,
  listScripts,
  listScriptVersions,
} from '@gensvar/contract/scripts'
import type { StoredScript } from '@gensvar/contract/scripts'
import { call } from '#web/api.ts'
import type { ScriptPlace } from './script-place.ts'

/** What is fetched of scripts begins with it. */
export const scriptsKey = ['scripts']

/** Lists of scripts begin with it: a save or a deletion makes them old. */
export const scriptListsKey = [...scriptsKey, 'list']

/** The scripts of a survey; without one, those that belong to no survey. */
export const scriptListQuery = (survey: string, surveyId: number | null) =>
  queryOptions({
    queryKey: [...scriptListsKey, survey, surveyId],
    queryFn: ({ signal }) =>
      surveyId === null
        ? call(listGlobalScripts, { params: { survey } }, { signal })
        : call(listScripts, { params: { survey, surveyId } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

/** Loads the script of a screen; a new one has the id 0. */
export function loadScript(place: ScriptPlace, signal?: AbortSignal): Promise<StoredScript> {
  const { survey } = place
  const options = signal === undefined ? {} : { signal }
  if (place.of === 'universe') return call(getUniverseScript, { params: { survey } }, options)
  const { scriptId } = place
  if (scriptId > 0) return call(getScript, { params: { survey, scriptId } }, options)
  if (place.of === 'everywhere') return call(createGlobalScript, { params: { survey } }, options)
  return call(createScript, { params: { survey, surveyId: place.surveyId } }, options)
}

/** The script of a screen with its text and events. */
export const scriptQuery = (place: ScriptPlace) =>
  queryOptions({
    queryKey: [...scriptsKey, 'one', place],
    queryFn: ({ signal }) => loadScript(place, signal),
    staleTime: 0,
    meta: { quiet: true },
  })

/** The versions of a script, newest first. */
export const versionsQuery = (survey: string, scriptId: number) =>
  queryOptions({
    queryKey: [...scriptsKey, 'versions', survey, scriptId],
    queryFn: ({ signal }) => call(listScriptVersions, { params: { survey, scriptId } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
