import { z } from 'zod'
import { variableName } from './configuration/names.ts'
import { defineRoute } from './define-route.ts'
import { importMapping, importResult, importSet, uploadResponse } from './entities/imports.ts'
import { nameParam } from './request-texts.ts'

/** Largest file that can be uploaded, in bytes; a larger one is rejected before it is sent. */
export const maxUploadBytes = 200_000_000

/** Most errors of a file that are listed; all are counted. */
export const maxListedErrors = 500

const ofComponent = z.object({ survey: nameParam, component: nameParam })
const importId = z.coerce.number().int().min(0).max(2_147_483_647)
const noQuery = z.object({})
const ok = z.object({ ok: z.literal(true) })

/** Name of an uploaded file, and of the sheet of it that is wanted; the first sheet with rows by default. */
const fileQuery = z.object({ filename: nameParam.min(1), sheet: nameParam.optional() })

/** The run of an import or of its check. */
export const importRun = z.object({ importId: z.number().int() })

/** How far a run is. `failed` ones say why in `error`. */
export const importState = z.object({
  importId: z.number().int(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** What it does now, in words, and how much of it; `total` is null where that is not known. */
  progress: z.object({ done: z.number(), total: z.number().nullable(), text: z.string() }).nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
})

/** How far a run is. */
export type ImportState = z.infer<typeof importState>

/** What is wrong with a file, and where. Rows are those a spreadsheet shows, from 1. */
export const importProblem = z.object({
  /** In words that name the place as well. */
  message: z.string(),
  row: z.number().int().nullable(),
  /** The column as the file names it. */
  column: z.string().nullable(),
  /** The text that was read there. */
  read: z.string().nullable(),
})

/** What a file would do to a survey; nothing was written. */
export const uploadCheck = z.object({
  rows: z.number().int(),
  /** Responses that an import adds, and those that an update changes. */
  adds: z.number().int(),
  changes: z.number().int(),
  /** Alerts that an import raises. */
  nalerts: z.number().int(),
  /** The linked fields, in their order. */
  columns: z.array(z.object({ variable: z.string(), title: z.string() })),
  /** The first rows as they were read, a text for each of `columns`; '' for no answer. */
  first: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })),
  /** All errors, and the first of them. With any, nothing can be imported. */
  nerrors: z.number().int(),
  errors: z.array(importProblem),
  /** Anything else worth knowing. */
  notes: z.array(z.string()),
})

/**
 * Uploads a spreadsheet (.xlsx) for a data uploader; the body is the file. The answer has the columns and a suggestion
 * how to link them. `error` says why a file cannot be used; it is not kept then. A file of the same name replaces the
 * caller's earlier one.
 */
export const uploadImportFile = defineRoute({
  id: 'uploadImportFile',
  summary: 'Upload a spreadsheet to a survey',
  method: 'POST',
  path: '/rest/imports/upload/{survey}/{component}',
  permission: 'survey-admin',
  takesFile: true,
  params: ofComponent,
  query: z.object({ filename: nameParam.min(1) }),
  body: z.undefined(),
  response: uploadResponse,
})

/** One of the caller's own uploaded files again, also another sheet of it. */
export const getImportFile = defineRoute({
  id: 'getImportFile',
  summary: 'Columns of a file that was uploaded',
  method: 'GET',
  path: '/rest/imports/file/{survey}/{component}',
  permission: 'survey-admin',
  params: ofComponent,
  query: fileQuery,
  body: z.undefined(),
  response: uploadResponse,
})

/** Removes one of the caller's own uploaded files. Files are removed by themselves after a day. */
export const removeImportFile = defineRoute({
  id: 'removeImportFile',
  summary: 'Remove a file that was uploaded',
  method: 'DELETE',
  path: '/rest/imports/file/{survey}/{component}',
  permission: 'survey-admin',
  params: ofComponent,
  query: z.object({ filename: nameParam.min(1) }),
  body: z.undefined(),
  response: ok,
})

const mappingOf = importMapping.extend({
  filename: nameParam.min(1),
  sheet: nameParam.nullable().default(null),
  /** Link each field (by its variable) to the `idx` of a column. */
  fieldMapping: z.record(variableName, z.number().int().min(0).max(16_384)),
})

/** Starts to check a file with a mapping: first rows and every error. Errors: `validation` at `fieldMapping.VARIABLE`. */
export const checkImport = defineRoute({
  id: 'checkImport',
  summary: 'Check what importing a file would do',
  method: 'POST',
  path: '/rest/imports/check/{survey}/{component}',
  permission: 'survey-admin',
  params: ofComponent,
  query: noQuery,
  body: mappingOf.extend({ update: z.boolean().default(false) }),
  response: importRun,
})

/**
 * Starts the import of a file: its rows are added as responses in the state chosen. With `update` (root only) the
 * responses that the key names are changed instead. All rows or none.
 */
export const handleMapping = defineRoute({
  id: 'handleMapping',
  summary: 'Import a file, or update responses from it',
  method: 'POST',
  path: '/rest/imports/handle/{survey}/{component}',
  permission: 'survey-admin',
  params: ofComponent,
  query: noQuery,
  body: mappingOf.extend({
    update: z.boolean().default(false),
    /** Whether owners are told of the alerts that it raises. */
    notices: z.boolean().default(true),
  }),
  response: importRun,
})

/** How far one of the caller's own imports or checks is. */
export const getImportStatus = defineRoute({
  id: 'getImportStatus',
  summary: 'Progress and result of an import',
  method: 'GET',
  path: '/rest/imports/status/{survey}/{importId}',
  permission: 'survey-admin',
  params: z.object({ survey: nameParam, importId }),
  query: noQuery,
  body: z.undefined(),
  response: importState.extend({
    /** Of a check that is done. */
    check: uploadCheck.nullable(),
    /** Of an import that is done or has failed. */
    result: importResult.nullable(),
  }),
})

/** Cancels one of the caller's own imports; nothing of it is stored. One that is done stays so. */
export const cancelImport = defineRoute({
  id: 'cancelImport',
  summary: 'Cancel an import',
  method: 'POST',
  path: '/rest/imports/cancel/{survey}/{importId}',
  permission: 'survey-admin',
  params: z.object({ survey: nameParam, importId }),
  query: noQuery,
  body: z.object({}).optional(),
  response: ok,
})

/** The imports of a survey, newest first; where no page of it lists them. */
export const listImportSets = defineRoute({
  id: 'listImportSets',
  summary: 'Imports of a survey',
  method: 'GET',
  path: '/rest/imports/sets/{survey}',
  permission: 'survey-admin',
  params: z.object({ survey: nameParam }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ importSets: z.array(importSet) }),
})

/**
 * Undoes an import: responses it added are removed, those it changed are as before, and so are questions, choices,
 * units and configuration. The survey it made is removed. Errors: `conflict` in words where that is not possible, such
 * as a later import of the same rows.
 */
export const removeImportSet = defineRoute({
  id: 'removeImportSet',
  summary: 'Undo an import',
  method: 'DELETE',
  path: '/rest/imports/set/{survey}/{importSetId}',
  permission: 'survey-admin',
  params: z.object({ survey: nameParam, importSetId: importId }),
  query: noQuery,
  body: z.undefined(),
  response: ok.extend({
    /** Whether the survey was removed with it. */
    surveyRemoved: z.boolean(),
  }),
})
