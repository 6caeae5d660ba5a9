import { z } from 'zod'
import { alertsQuery } from './alert-filters.ts'
import { defineRoute } from './define-route.ts'
import { alert, alertList, alertOwner, alertSave } from './entities/alerts.ts'
import { localText } from './local-text.ts'
import { nameParam, pathParam, searchText } from './request-texts.ts'
import { maxSuggestions } from './samples.ts'

/** Most alerts that are assigned or closed at once. */
export const maxNamedAlerts = 1000

/** Most days in the past that rules are tried against. */
export const maxTriedDays = 1830

const alertId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const ofAlert = z.object({ survey: nameParam, alertId })
const ofPlace = z.object({ survey: nameParam, drillPath: pathParam })
const noQuery = z.object({})
const ids = z.array(z.int().min(0)).min(1).max(maxNamedAlerts)
const text = z.string().max(10_000)

const selections = z
  .array(
    z.object({
      questionId: nameParam,
      choiceId: z.int().min(0).optional(),
      value: text.optional(),
    }),
  )
  .max(100)

/** An alert with what its page shows. */
export const getAlert = defineRoute({
  id: 'getAlert',
  summary: 'An alert',
  method: 'GET',
  path: '/rest/alerts/data/{survey}/{alertId}',
  permission: 'view-interviews',
  params: ofAlert,
  query: noQuery,
  body: z.undefined(),
  response: alert,
})

/**
 * Saves an alert: closed where `isClosed`, else in processing. Errors: `validation` with messages at `newComment` and
 * `selections.QUESTION`, `forbidden` for a caller who may not handle or not close it, `conflict` for a stale version, told
 * with who changed it.
 */
export const updateAlert = defineRoute({
  id: 'updateAlert',
  summary: 'Save an alert',
  method: 'PUT',
  path: '/rest/alerts/data/{survey}/{alertId}',
  permission: 'view-interviews',
  params: ofAlert,
  query: noQuery,
  body: alertSave.extend({
    newComment: text,
    selections,
    version: z.int32(),
    /** Saves although somebody else saved in between. */
    overwrite: z.boolean().default(false),
  }),
  response: alert,
})

/** Opens a closed alert again, with the reason as a comment. Errors as for `updateAlert`. */
export const reopenAlert = defineRoute({
  id: 'reopenAlert',
  summary: 'Reopen an alert',
  method: 'POST',
  path: '/rest/alerts/reopen/{survey}/{alertId}',
  permission: 'view-interviews',
  params: ofAlert,
  query: noQuery,
  body: z.object({ version: z.int32(), comment: text }),
  response: alert,
})

/** The alerts of a place in a survey whose alerts page configures no table. */
export const listAlerts = defineRoute({
  id: 'listAlerts',
  summary: 'Alerts below a drill path',
  method: 'GET',
  path: '/rest/alerts/list/{survey}/{drillPath}',
  permission: 'view-interviews',
  params: ofPlace,
  query: alertsQuery,
  body: z.undefined(),
  response: alertList,
})

/** Texts of the listed alerts that contain a term; `component` is the id of an alert table, or `-`. */
export const suggestAlerts = defineRoute({
  id: 'suggestAlerts',
  summary: 'Suggestions for a search among alerts',
  method: 'GET',
  path: '/rest/alerts/suggestions/{survey}/{component}/{drillPath}',
  permission: 'view-interviews',
  params: ofPlace.extend({ component: nameParam }),
  query: z.object({ term: searchText }),
  body: z.undefined(),
  response: z.object({ suggestions: z.array(z.string()).max(maxSuggestions) }),
})

/** Those who can have all of the named alerts: they may handle alerts, and see every one of these. */
export const listAlertOwners = defineRoute({
  id: 'listAlertOwners',
  summary: 'Who can have alerts',
  method: 'POST',
  path: '/rest/alerts/owners/{survey}',
  permission: 'view-interviews',
  params: z.object({ survey: nameParam }),
  query: noQuery,
  body: z.object({ alertIds: ids, term: searchText.default('') }),
  /** `username` is what a comment mentions them by, after an `@`. */
  response: z.object({ owners: z.array(alertOwner.extend({ username: z.string() })).max(50) }),
})

/** Gives alerts to somebody, all or none of them. */
export const assignAlerts = defineRoute({
  id: 'assignAlerts',
  summary: 'Assign alerts',
  method: 'POST',
  path: '/rest/alerts/assign/{survey}',
  permission: 'view-interviews',
  params: z.object({ survey: nameParam }),
  query: noQuery,
  body: z.object({ alertIds: ids, userId: z.int32(), comment: text.default('') }),
  response: z.object({ assigned: z.number().int() }),
})

/**
 * Closes alerts with the same comment and answers, all or none of them; those that are closed already stay as they are.
 * The answers are those of all their rules. Errors as for `updateAlert`.
 */
export const closeAlerts = defineRoute({
  id: 'closeAlerts',
  summary: 'Close alerts',
  method: 'POST',
  path: '/rest/alerts/close/{survey}',
  permission: 'view-interviews',
  params: z.object({ survey: nameParam }),
  query: noQuery,
  body: z.object({ alertIds: ids, newComment: text, selections }),
  response: z.object({ closed: z.number().int() }),
})

/** The questions that closing some alerts takes answers to: those of their rules, each once. */
export const getAlertQuestions = defineRoute({
  id: 'getAlertQuestions',
  summary: 'Questions of alerts',
  method: 'POST',
  path: '/rest/alerts/questions/{survey}',
  permission: 'view-interviews',
  params: z.object({ survey: nameParam }),
  query: noQuery,
  body: z.object({ alertIds: ids }),
  response: z.object({ questions: alert.shape.questions }),
})

/** How many alerts rules would have raised, before they are switched on; nothing is written. */
export const tryAlertRules = defineRoute({
  id: 'tryAlertRules',
  summary: 'Try alert rules against the past',
  method: 'POST',
  path: '/rest/alerts/try/{survey}',
  permission: 'survey-admin',
  params: z.object({ survey: nameParam }),
  query: noQuery,
  body: z.object({
    /** Days up to today whose interviews are looked at. */
    days: z.int().min(1).max(maxTriedDays).default(90),
    /** Rules to try, as in `alerts:` of the configuration; those of the configuration where none is given. */
    rules: z
      .array(z.object({ extname: nameParam, when: z.string().min(1).max(10_000) }))
      .max(100)
      .default([]),
  }),
  response: z.object({
    interviews: z.number().int(),
    rules: z.array(
      z.object({
        extname: z.string(),
        title: localText,
        alerts: z.number().int(),
        /** By the places right below what the caller may open, most first. */
        places: z.array(z.object({ drillPath: z.string(), title: z.string(), alerts: z.number().int() })),
      }),
    ),
  }),
})
