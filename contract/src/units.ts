import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { localeCode } from './local-text.ts'
import { pageQuery } from './paging.ts'
import { importProblem } from './imports.ts'
import { nameParam, searchText } from './request-texts.ts'

/** Most other names of a unit. */
export const maxUnitAliases = 50

/** Longest name of a unit, in characters. */
export const maxUnitName = 200

/** Largest file of a hierarchy, in bytes. */
export const maxHierarchyBytes = 20_000_000

/** Most units that are read of one file. */
export const maxHierarchyRows = 50_000

/** Of a move or a merge of more responses than this, the answer is a task. */
export const maxMovedAtOnce = 5000

const unitId = z.coerce.number().int().min(1).max(2_147_483_647)
const ofSurvey = z.object({ survey: nameParam })
const ofUnit = z.object({ survey: nameParam, unitId })
const noQuery = z.object({})
const day = z.iso.date().max(10)
const name = z.string().trim().min(1).max(maxUnitName)

/** A level of a view: its depth from 1 and what it is called. */
const unitLevel = z.object({ depth: z.number().int(), title: z.string() })

/** A unit in a list, with the units above it. */
export const listedUnit = z.object({
  id: z.number().int(),
  extName: z.string(),
  title: z.string(),
  /** Titles of the units above, from the top. */
  above: z.array(z.string()),
  depth: z.number().int(),
  /** Ext name of the view. */
  view: z.string(),
  aliases: z.array(z.string()),
  owner: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  /** Number of units directly below it. */
  children: z.number().int(),
  /** The unit of responses without an answer at this level: it cannot be edited, moved or merged. */
  isBlank: z.boolean(),
  /** Whether the caller may edit it: it is within their own places. */
  mayEdit: z.boolean(),
})

/** A unit in a list. */
export type ListedUnit = z.infer<typeof listedUnit>

/** The units of a survey: a level below a unit, or those a text finds. */
export const listUnits = defineRoute({
  id: 'listUnits',
  summary: 'Units of a hierarchy, by level or by a text',
  method: 'GET',
  path: '/rest/units/list/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: pageQuery.extend({
    sortVar: nameParam.pipe(z.enum(['title', 'opened', 'closed'])).optional(),
    /** Ext name of the view; the first one by default. */
    view: nameParam.optional(),
    /** The unit whose units are listed; those of the first level by default. Not used with a text. */
    parent: unitId.optional(),
    /** Only units of this depth, wherever they are. */
    depth: z.coerce.number().int().min(1).max(100).optional(),
  }),
  body: z.undefined(),
  response: z.object({
    units: z.array(listedUnit),
    total: z.number().int(),
    views: z.array(z.object({ extName: z.string(), title: z.string(), levels: z.array(unitLevel) })),
    /** The unit that the list is below, and those above it, from the top. */
    path: z.array(z.object({ id: z.number().int(), title: z.string() })),
  }),
})

/** A person who owns units or may. */
const owner = z.object({ userId: z.number().int(), name: z.string(), username: z.string() })

/** A unit as it is edited. */
export const unitDetails = listedUnit.extend({
  parentId: z.number().int().nullable(),
  level: z.string(),
  titles: z.partialRecord(localeCode, z.string()),
  ownerUser: owner.nullable(),
  version: z.number().int(),
  /** The unit that it goes on from since it was moved on a date, and the one that goes on from it. */
  succeeds: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  succeededBy: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  /** Where it was found before it was moved or merged; links to these places lead here. */
  formerPlaces: z.array(z.string()),
  /** Null in an anonymous survey, where the number of answers of a place is not told. */
  responses: z.number().int().nullable(),
  alerts: z.number().int(),
  actions: z.number().int(),
  /** Saved filters and stored paths that name it. */
  savedPaths: z.number().int(),
  /** Users whose filters name it. */
  users: z.number().int(),
})

/** A unit as it is edited. */
export type UnitDetails = z.infer<typeof unitDetails>

/** One unit with what is known of it. */
export const getUnit = defineRoute({
  id: 'getUnit',
  summary: 'A unit',
  method: 'GET',
  path: '/rest/units/unit/{survey}/{unitId}',
  permission: 'survey-admin',
  params: ofUnit,
  query: noQuery,
  body: z.undefined(),
  response: unitDetails,
})

const unitFields = {
  titles: z.partialRecord(localeCode, z.string().trim().max(maxUnitName)),
  /** Other names that files may have for it. */
  aliases: z.array(name).max(maxUnitAliases),
  validFrom: day.nullable(),
  validTo: day.nullable(),
}

/** Adds a unit below another one, or at the top of a view. Errors: `conflict` at `extName` for a name in use beside it. */
export const createUnit = defineRoute({
  id: 'createUnit',
  summary: 'Add a unit',
  method: 'POST',
  path: '/rest/units/unit/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object({ view: nameParam, parentId: z.int32().min(1).nullable(), extName: name, ...unitFields }),
  response: unitDetails,
})

/** Saves titles, aliases, opening, closing and owner. Its ext name stays, as answers and links name it. */
export const saveUnit = defineRoute({
  id: 'saveUnit',
  summary: 'Save a unit',
  method: 'PUT',
  path: '/rest/units/unit/{survey}/{unitId}',
  permission: 'survey-admin',
  params: ofUnit,
  query: noQuery,
  body: z.object({ ...unitFields, ownerUserId: z.int32().min(1).nullable(), version: z.int32() }),
  response: unitDetails,
})

/** Who may own a unit: they handle alerts of the survey and see the unit. */
export const listUnitOwners = defineRoute({
  id: 'listUnitOwners',
  summary: 'Users who may own a unit',
  method: 'GET',
  path: '/rest/units/owners/{survey}/{unitId}',
  permission: 'survey-admin',
  params: ofUnit,
  query: z.object({ filter: searchText.default('') }),
  body: z.undefined(),
  response: z.object({ owners: z.array(owner) }),
})

const people = z.object({ count: z.number().int(), names: z.array(z.string()) })

/** What a move or a merge would touch, or has touched. */
export const unitChange = z.object({
  /** Units that it moves or merges, this one included. */
  units: z.number().int(),
  /** Null in an anonymous survey. */
  responses: z.number().int().nullable(),
  alerts: z.number().int(),
  actions: z.number().int(),
  savedPaths: z.number().int(),
  /** Users who come to see the unit, and those who no longer see it, by their filters. */
  gain: people,
  lose: people,
})

/** What a move or a merge touches. */
export type UnitChange = z.infer<typeof unitChange>

const changed = z.object({
  touches: unitChange,
  /** The unit that there is now; null where nothing was done yet. */
  unitId: z.number().int().nullable(),
  /** The task that does it, where it has very many responses. */
  task: z.number().int().nullable(),
})

/**
 * Moves a unit below another one. With a date, responses from that day on belong to the new place and earlier ones stay;
 * without, all of them do. With `dryRun` nothing is changed, and the answer says what would be. With very many responses
 * a task does it.
 */
export const moveUnit = defineRoute({
  id: 'moveUnit',
  summary: 'Move a unit',
  method: 'POST',
  path: '/rest/units/move/{survey}/{unitId}',
  permission: 'survey-admin',
  params: ofUnit,
  query: noQuery,
  body: z.object({
    parentId: z.int32().min(1).nullable(),
    date: day.nullable(),
    version: z.int32(),
    dryRun: z.boolean().default(false),
  }),
  response: changed,
})

/** Merges a unit into another one of its level, which gets its responses, aliases, alerts and actions; a task as well. */
export const mergeUnit = defineRoute({
  id: 'mergeUnit',
  summary: 'Merge a unit into another one',
  method: 'POST',
  path: '/rest/units/merge/{survey}/{unitId}',
  permission: 'survey-admin',
  params: ofUnit,
  query: noQuery,
  body: z.object({ into: z.int32().min(1).nullable(), version: z.int32(), dryRun: z.boolean().default(false) }),
  response: changed,
})

/** A move or a merge of very many responses, as it is done. */
const unitTask = z.object({
  id: z.number().int(),
  act: z.enum(['move', 'merge']),
  /** The unit, and the one that it goes below or into. */
  name: z.string(),
  to: z.string(),
  state: z.enum(['waiting', 'running', 'paused', 'done', 'failed', 'cancelled']),
  created: z.iso.datetime(),
  /** Numbers of responses; null before it is known, and in an anonymous survey. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** Why it failed; empty where it did not. */
  reason: z.string(),
})

/** A move or a merge of very many responses. */
export type UnitTask = z.infer<typeof unitTask>

/** The caller's moves and merges of very many responses that have not ended, and those of the last hour; newest first. */
export const listUnitTasks = defineRoute({
  id: 'listUnitTasks',
  summary: 'Moves and merges under way',
  method: 'GET',
  path: '/rest/units/tasks/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ tasks: z.array(unitTask) }),
})

/** Cancels one of them; nothing is changed then. One that is done stays done. */
export const cancelUnitTask = defineRoute({
  id: 'cancelUnitTask',
  summary: 'Cancel a move or a merge',
  method: 'POST',
  path: '/rest/units/cancel/{survey}/{unitTask}',
  permission: 'survey-admin',
  params: ofSurvey.extend({ unitTask: z.coerce.number().int().min(1).max(2_147_483_647) }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** What a file of a hierarchy does, or would do. */
export const hierarchyImport = z.object({
  rows: z.number().int(),
  creates: z.number().int(),
  changes: z.number().int(),
  moves: z.number().int(),
  /** All errors, and the first of them; with any, nothing is changed. */
  problems: z.number().int(),
  listed: z.array(importProblem),
  applied: z.boolean(),
})

/** What a file of a hierarchy does. */
export type HierarchyImport = z.infer<typeof hierarchyImport>

/** Reads a hierarchy from a csv or xlsx file and applies it in one write; with `dryRun` it is only checked. */
export const importUnits = defineRoute({
  id: 'importUnits',
  summary: 'Import a hierarchy from a file',
  method: 'POST',
  path: '/rest/units/import/{survey}',
  permission: 'survey-admin',
  takesFile: true,
  params: ofSurvey,
  query: z.object({
    filename: nameParam.min(1),
    view: nameParam.optional(),
    dryRun: z.stringbool().default(false),
  }),
  body: z.undefined(),
  response: hierarchyImport,
})

/** The hierarchy of a view as a file that can be imported again. */
export const exportUnits = defineRoute({
  id: 'exportUnits',
  summary: 'Export a hierarchy as a file',
  method: 'GET',
  path: '/rest/units/export/{survey}',
  permission: 'survey-admin',
  ticket: 'token',
  params: ofSurvey,
  query: z.object({
    view: nameParam.optional(),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    token: nameParam.optional(),
  }),
  body: z.undefined(),
  response: z.undefined(),
})
