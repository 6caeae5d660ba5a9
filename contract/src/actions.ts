import { z } from 'zod'
import { periodText } from './configuration/names.ts'
import { defineRoute } from './define-route.ts'
import { action, actionData } from './entities/actions.ts'
import { chartData } from './entities/chart.ts'
import { localText } from './local-text.ts'
import { nameParam, pathParam, searchText } from './request-texts.ts'

const actionId = z.coerce.number().int().min(0).max(2_147_483_647)
const ofSurvey = z.object({ survey: nameParam })
const ofPlace = z.object({ survey: nameParam, drillPath: pathParam })
const noQuery = z.object({})
const text = z.string().max(10_000)
/** An actionable item's expression, as `actionableItems` holds it. */
const expression = z.string().min(1).max(10_000)
const day = z.iso.date().max(10)

/** Most people that are offered to be responsible. */
export const maxResponsibles = 50

/**
 * What the dialog of an action opens with; id 0 begins a new one at the path, on an item where one is named. Errors:
 * `not_found` for an action the caller may not see, `forbidden` where actions cannot be made at this place.
 */
export const getActionData = defineRoute({
  id: 'getActionData',
  summary: 'An action, and what can be acted on',
  method: 'GET',
  path: '/rest/actions/data/{survey}/{actionId}/{drillPath}',
  permission: 'survey',
  params: ofPlace.extend({ actionId }),
  query: z.object({ extname: nameParam.optional() }),
  body: z.undefined(),
  response: actionData,
})

/**
 * Saves an action, a new one with id 0, at the path. Errors: `validation` at `extname`, `goal`, `periodStartDate`,
 * `deadline`, `period`, `responsible` and `kind`, `forbidden` for a caller who may not edit it, `conflict` for a stale
 * version, told with who changed it, and for one that is closed.
 */
export const updateAction = defineRoute({
  id: 'updateAction',
  summary: 'Save an action',
  method: 'POST',
  path: '/rest/actions/update/{survey}/{drillPath}',
  permission: 'survey',
  params: ofPlace,
  query: noQuery,
  body: z.object({
    id: z.int32().min(0),
    extname: z.string().max(120),
    state: action.shape.state,
    expression: z.string().max(10_000),
    goal: z.number().nullable(),
    periodStartDate: day.nullable(),
    deadline: day.nullable(),
    /** Username; empty for nobody. */
    responsible: z.string().max(320),
    /** The note being written; empty for none. */
    comments: text,
    period: z.string().max(80),
    kind: nameParam.nullable().default(null),
    /** True for a suggestion that is taken: its reason is kept. */
    suggestion: z.boolean().default(false),
    version: z.int32().default(1),
    /** Saves although somebody else saved in between. */
    overwrite: z.boolean().default(false),
  }),
  response: action,
})

/** Deletes an action with its history. Errors as for `updateAction`; a closed one stays, as its effect is evidence. */
export const deleteAction = defineRoute({
  id: 'deleteAction',
  summary: 'Delete an action',
  method: 'DELETE',
  path: '/rest/actions/data/{survey}/{actionId}',
  permission: 'survey',
  params: ofSurvey.extend({ actionId }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** The days an action's end value covers: the period, clamped to the deadline. */
export const getEffectivePeriod = defineRoute({
  id: 'getEffectivePeriod',
  summary: 'Effective period of an action',
  method: 'GET',
  path: '/rest/actions/effectiveperiod/{survey}',
  permission: 'survey',
  params: ofSurvey,
  query: z.object({ period: periodText.max(80), deadline: day }),
  body: z.undefined(),
  /** Both days belong to it. */
  response: z.object({ from: day, to: day, text: localText }),
})

/** The current value of an actionable item. Errors: `validation` at `expression` for another one. */
export const getActionValue = defineRoute({
  id: 'getActionValue',
  summary: 'Current value of an actionable item',
  method: 'GET',
  path: '/rest/actions/value/{survey}/{drillPath}',
  permission: 'survey',
  params: ofPlace,
  query: z.object({ expression, period: periodText.max(80) }),
  body: z.undefined(),
  response: z.object({
    value: z.number().nullable(),
    /** Null where there is none, or where it is withheld. */
    formattedValue: z.string().nullable(),
    n: z.number().int().nullable(),
    withheld: localText.nullable(),
    unit: z.string().nullable(),
  }),
})

/** An actionable item over time. Errors: `validation` at `expression` for another one. */
export const getActionChart = defineRoute({
  id: 'getActionChart',
  summary: 'Development of an actionable item',
  method: 'GET',
  path: '/rest/actions/devchart/{survey}/{drillPath}',
  permission: 'survey',
  params: ofPlace,
  query: z.object({ expression }),
  body: z.undefined(),
  response: chartData,
})

/** Those who can be responsible for an action at a place: they see it and may edit actions. */
export const listResponsibles = defineRoute({
  id: 'listResponsibles',
  summary: 'Who can be responsible for an action',
  method: 'GET',
  path: '/rest/actions/responsibles/{survey}/{drillPath}',
  permission: 'survey',
  params: ofPlace,
  query: z.object({ term: searchText.default('') }),
  body: z.undefined(),
  response: z.object({ users: z.array(z.object({ username: z.string(), name: z.string() })).max(maxResponsibles) }),
})

/** Starts to evaluate the actions that are due, as the server does each night. */
export const evaluateActions = defineRoute({
  id: 'evaluateActions',
  summary: 'Evaluate the actions that are due',
  method: 'POST',
  path: '/rest/actions/evaluate/{survey}',
  permission: 'root',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ taskUUID: z.uuid() }),
})

/** How far an evaluation is, and what it did. */
export const getEvaluationStatus = defineRoute({
  id: 'getEvaluationStatus',
  summary: 'How far an evaluation of actions is',
  method: 'GET',
  path: '/rest/actions/evaluate/{survey}/{taskUUID}',
  permission: 'root',
  params: ofSurvey.extend({ taskUUID: z.uuid().max(36) }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({
    done: z.number().int(),
    total: z.number().int(),
    state: z.enum(['running', 'finished', 'failed']),
    /** Why it failed, in words; null where it did not. */
    error: localText.nullable(),
    completed: z.number().int(),
    failed: z.number().int(),
  }),
})
