import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { scriptBlock, scriptRunResult, scriptTypes } from './entities/scripts.ts'
import { nameParam } from './request-texts.ts'

/** Most characters of a script. */
export const maxScriptLength = 500_000
const id = z.coerce.number().int().min(0).max(2_147_483_647)
const ofSurvey = z.object({ survey: nameParam })
const noQuery = z.object({})

/** A script in a list: without its text and events. */
export const listedScript = scriptBlock.omit({ script: true, events: true }).extend({ errorEvents: z.int() })

/** A script in a list. */
export type ListedScript = z.infer<typeof listedScript>

/** A script as it is kept; `surveyId` is null for one of a universe and a global one, `version` 0 for a new one. */
export const storedScript = scriptBlock.extend({
  surveyId: z.int().nullable(),
  version: z.int(),
})

/** A script as it is kept. */
export type StoredScript = z.infer<typeof storedScript>

const list = z.object({ scripts: z.array(listedScript), errorEvents: z.int() })

/** A survey's scripts by type and name, and how many ERROR events they have in total. */
export const listScripts = defineRoute({
  id: 'listScripts',
  summary: 'Scripts of a survey',
  method: 'GET',
  path: '/rest/scripts/{survey}/{surveyId}',
  permission: 'root',
  params: ofSurvey.extend({ surveyId: id }),
  query: noQuery,
  body: z.undefined(),
  response: list,
})

/** The global scripts, as `listScripts` lists those of a survey. */
export const listGlobalScripts = defineRoute({
  id: 'listGlobalScripts',
  summary: 'Global scripts',
  method: 'GET',
  path: '/rest/scripts/globals/{survey}',
  permission: 'root',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: list,
})

/** A script with its text and its newest events. */
export const getScript = defineRoute({
  id: 'getScript',
  summary: 'A script',
  method: 'GET',
  path: '/rest/scripts/details/{survey}/{scriptId}',
  permission: 'root',
  params: ofSurvey.extend({ scriptId: id }),
  query: noQuery,
  body: z.undefined(),
  response: storedScript,
})

/** The script of the session's universe; one that was never saved has the id 0. */
export const getUniverseScript = defineRoute({
  id: 'getUniverseScript',
  summary: 'The universe script',
  method: 'GET',
  path: '/rest/scripts/universe/details/{survey}',
  permission: 'root',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: storedScript,
})

/** What a new script of a survey begins with; it is stored when it is saved. */
export const createScript = defineRoute({
  id: 'createScript',
  summary: 'A new script of a survey',
  method: 'GET',
  path: '/rest/scripts/create/{survey}/{surveyId}',
  permission: 'root',
  params: ofSurvey.extend({ surveyId: id }),
  query: noQuery,
  body: z.undefined(),
  response: storedScript,
})

/** What a new global script begins with; it is stored when it is saved. */
export const createGlobalScript = defineRoute({
  id: 'createGlobalScript',
  summary: 'A new global script',
  method: 'GET',
  path: '/rest/scripts/create/{survey}',
  permission: 'root',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: storedScript,
})

/** Saves a script as its next version, or adds one. `version` is the one that was read. */
export const saveScript = defineRoute({
  id: 'saveScript',
  summary: 'Save a script',
  method: 'POST',
  path: '/rest/scripts/{survey}',
  permission: 'root',
  params: ofSurvey,
  query: noQuery,
  body: z.object({
    /** 0 adds one. */
    id: z.int().min(0).max(2_147_483_647),
    /** Null for a global one, and for that of the universe. */
    surveyId: z.int().min(0).max(2_147_483_647).nullable(),
    /** It is the script of the session's universe. */
    universe: z.boolean().default(false),
    scriptType: z.enum(scriptTypes),
    extname: z.string().trim().min(1).max(120),
    description: z.string().max(2000),
    disabled: z.boolean(),
    /** YAML of a configuration, JavaScript of all others. */
    script: z.string().max(maxScriptLength),
    matchingMetaInterviews: z.array(z.string().max(120)).max(500),
    version: z.int().min(0).max(2_147_483_647),
  }),
  response: storedScript,
})

/** Deletes a script with its versions and events. */
export const removeScript = defineRoute({
  id: 'removeScript',
  summary: 'Delete a script',
  method: 'DELETE',
  path: '/rest/scripts/delete/{survey}/{scriptId}',
  permission: 'root',
  params: ofSurvey.extend({ scriptId: id }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** Runs a script; a dry run (`dryrun=true`) keeps nothing and says what would change. */
export const runScript = defineRoute({
  id: 'runScript',
  summary: 'Run a script',
  method: 'POST',
  path: '/rest/scripts/run/{survey}/{surveyId}/{scriptId}',
  permission: 'root',
  params: ofSurvey.extend({ surveyId: id, scriptId: id }),
  query: z.object({ dryrun: z.enum(['true', 'false']) }),
  body: z.object({ interviewId: z.int().min(0).max(2_147_483_647).nullable().optional() }),
  response: scriptRunResult.extend({ changes: z.array(z.string()), logged: z.array(z.string()) }),
})

/** Deletes one event of a script. */
export const removeScriptEvent = defineRoute({
  id: 'removeScriptEvent',
  summary: 'Delete an event',
  method: 'DELETE',
  path: '/rest/scripts/deleteevent/{survey}/{eventId}',
  permission: 'root',
  params: ofSurvey.extend({ eventId: id }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** Deletes all events of a script. */
export const removeScriptEvents = defineRoute({
  id: 'removeScriptEvents',
  summary: 'Delete all events',
  method: 'DELETE',
  path: '/rest/scripts/deleteallevents/{survey}/{scriptId}',
  permission: 'root',
  params: ofSurvey.extend({ scriptId: id }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** A version of a script without its text. */
export const scriptVersion = z.object({
  version: z.int(),
  author: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  source: z.enum(['import', 'user']),
})

/** The versions of a script, the newest first. */
export const listScriptVersions = defineRoute({
  id: 'listScriptVersions',
  summary: 'Versions',
  method: 'GET',
  path: '/rest/scripts/versions/{survey}/{scriptId}',
  permission: 'root',
  params: ofSurvey.extend({ scriptId: id }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ versions: z.array(scriptVersion) }),
})

/** One version of a script with its text. */
export const getScriptVersion = defineRoute({
  id: 'getScriptVersion',
  summary: 'A version',
  method: 'GET',
  path: '/rest/scripts/version/{survey}/{scriptId}/{number}',
  permission: 'root',
  params: ofSurvey.extend({ scriptId: id, number: id }),
  query: noQuery,
  body: z.undefined(),
  response: scriptVersion.extend({ script: z.string() }),
})

/** Saves the text of an earlier version as the next one. */
export const rollBackScript = defineRoute({
  id: 'rollBackScript',
  summary: 'Roll back',
  method: 'POST',
  path: '/rest/scripts/rollback/{survey}/{scriptId}',
  permission: 'root',
  params: ofSurvey.extend({ scriptId: id }),
  query: noQuery,
  body: z.object({ number: z.int().min(1).max(2_147_483_647), version: z.int().min(0).max(2_147_483_647) }),
  response: storedScript,
})
