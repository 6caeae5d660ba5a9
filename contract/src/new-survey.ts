import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { importProblem, importRun, importState } from './imports.ts'
import { newSurveyCheck, newSurveyOptions, optionNames, surveyFile } from './new-survey-plan.ts'
import { nameParam } from './request-texts.ts'

const ofUpload = z.object({ uploadId: z.uuid().max(36) })
const ofImport = z.object({ importId: z.coerce.number().int().min(0).max(2_147_483_647) })
const nothing = z.object({})
const ok = z.object({ ok: z.literal(true) })

/**
 * Uploads a file (.xlsx or .csv) to make a survey of; the body is the file. Errors: `validation` at `file` with the
 * reason why it cannot be used, `too_large`.
 */
export const uploadSurveyFile = defineRoute({
  id: 'uploadSurveyFile',
  summary: 'Upload a file to make a survey of',
  method: 'POST',
  path: '/rest/newsurvey/upload',
  permission: 'create-surveys',
  takesFile: true,
  params: nothing,
  query: z.object({ filename: nameParam.min(1) }),
  body: z.undefined(),
  response: surveyFile,
})

/** The caller's own uploaded files that are no survey yet, newest first. They are removed after a day. */
export const listSurveyFiles = defineRoute({
  id: 'listSurveyFiles',
  summary: 'Own files that were uploaded to make a survey of',
  method: 'GET',
  path: '/rest/newsurvey/files',
  permission: 'create-surveys',
  params: nothing,
  query: nothing,
  body: z.undefined(),
  response: z.object({ files: z.array(surveyFile) }),
})

/** Removes one of the caller's own uploaded files. */
export const removeSurveyFile = defineRoute({
  id: 'removeSurveyFile',
  summary: 'Remove a file that was uploaded',
  method: 'DELETE',
  path: '/rest/newsurvey/file/{uploadId}',
  permission: 'create-surveys',
  params: ofUpload,
  query: nothing,
  body: z.undefined(),
  response: ok,
})

/** Starts to check what a file is understood as. Errors: `conflict` at `survey` for a name that is taken. */
export const checkNewSurvey = defineRoute({
  id: 'checkNewSurvey',
  summary: 'Check what a survey from a file would be',
  method: 'POST',
  path: '/rest/newsurvey/check/{uploadId}',
  permission: 'create-surveys',
  params: ofUpload,
  query: nothing,
  body: newSurveyOptions,
  response: importRun,
})

/** Starts to make the survey. Errors as of `checkNewSurvey`. */
export const createNewSurvey = defineRoute({
  id: 'createNewSurvey',
  summary: 'Make a survey from a file',
  method: 'POST',
  path: '/rest/newsurvey/create/{uploadId}',
  permission: 'create-surveys',
  params: ofUpload,
  query: nothing,
  body: newSurveyOptions,
  response: importRun,
})

/** How far one of the caller's own runs is. */
export const getNewSurveyStatus = defineRoute({
  id: 'getNewSurveyStatus',
  summary: 'Progress and result of a survey from a file',
  method: 'GET',
  path: '/rest/newsurvey/status/{importId}',
  permission: 'create-surveys',
  params: ofImport,
  query: nothing,
  body: z.undefined(),
  response: importState.extend({
    /** What it was started with, to fill the screen again. */
    options: newSurveyOptions,
    /** Of a check that is done; null where the file cannot be read with these options. */
    check: newSurveyCheck.nullable(),
    /** Why a survey cannot be made with these options: which option to change, and where in the file the cause is. */
    problems: z.array(importProblem.extend({ fields: z.array(optionNames) })),
    /** The survey that was made. */
    created: z
      .object({
        universe: z.string(),
        survey: z.string(),
        ninterviews: z.number().int(),
        /** Undone with `removeImportSet`. */
        importSetId: z.number().int(),
        /** Doubts that nobody decided. */
        openDoubts: z.number().int(),
      })
      .nullable(),
  }),
})

/** Cancels one of the caller's own runs; nothing of it is stored. One that is done stays so. */
export const cancelNewSurvey = defineRoute({
  id: 'cancelNewSurvey',
  summary: 'Cancel making a survey from a file',
  method: 'POST',
  path: '/rest/newsurvey/cancel/{importId}',
  permission: 'create-surveys',
  params: ofImport,
  query: nothing,
  body: nothing.optional(),
  response: ok,
})

const setting = z.object({
  /** Whether administrators of the session's organisation may make surveys, from files or with a questionnaire. Off until root allows it. */
  administrators: z.boolean(),
})

/** Who may make surveys in the session's organisation. */
export const getNewSurveySetting = defineRoute({
  id: 'getNewSurveySetting',
  summary: 'Whether administrators may make surveys',
  method: 'GET',
  path: '/rest/newsurvey/setting',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: z.undefined(),
  response: setting,
})

/** Allows administrators of the session's organisation to make surveys, or stops allowing it. */
export const saveNewSurveySetting = defineRoute({
  id: 'saveNewSurveySetting',
  summary: 'Allow administrators to make surveys',
  method: 'PUT',
  path: '/rest/newsurvey/setting',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: setting,
  response: setting,
})
