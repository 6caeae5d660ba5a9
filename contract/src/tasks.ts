import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { task, taskStates } from './entities/tasks.ts'
import { pageQuery } from './paging.ts'
import { nameParam } from './request-texts.ts'
import { taskTypes } from './task-types.ts'

/** Most tasks of one selection. */
export const maxSelectedTasks = 10_000

/** What the list of tasks is sorted by. */
const taskOrders = ['id', 'type', 'state', 'priority', 'created', 'updated', 'scheduled'] as const

/** A task with what its list shows besides the entity. */
export const taskDetails = task.extend({
  /** The type in the reader's language. */
  title: z.string(),
  /** External name of the survey it is of; null for none. */
  survey: z.string().nullable(),
  /** Who asked for it; empty for the program itself. */
  owner: z.string(),
  /** How often it was begun. */
  attempt: z.number().int(),
  /** How far it is; null before it says. */
  progress: z.object({ done: z.number(), total: z.number().nullable(), text: z.string() }).nullable(),
})

/** A task of a list. */
export type TaskDetails = z.infer<typeof taskDetails>

const taskParams = z.object({ taskId: z.coerce.number().int().min(0).max(2_147_483_647) })
const noQuery = z.object({})
const selection = z.array(z.number().int().min(0).max(2_147_483_647)).min(1).max(maxSelectedTasks)
const count = z.object({ count: z.number().int() })

/** Tasks of the session's organisation and of the installation itself. */
export const listTasks = defineRoute({
  id: 'listTasks',
  summary: 'Tasks of the organisation and of the installation',
  method: 'GET',
  path: '/rest/tasks/list',
  permission: 'root',
  params: z.object({}),
  query: pageQuery.extend({
    sortVar: nameParam.pipe(z.enum(taskOrders)).optional(),
    state: z.enum(taskStates).optional(),
    type: z.enum(taskTypes).optional(),
    /** External name of a survey whose tasks are wanted. */
    survey: nameParam.optional(),
  }),
  body: z.undefined(),
  response: z.object({
    rows: z.array(taskDetails),
    total: z.number().int(),
    /** The types this version can process. */
    types: z.array(z.object({ type: z.enum(taskTypes), title: z.string() })),
  }),
})

/** One task. */
export const getTask = defineRoute({
  id: 'getTask',
  summary: 'A task',
  method: 'GET',
  path: '/rest/tasks/get/{taskId}',
  permission: 'root',
  params: taskParams,
  query: noQuery,
  body: z.undefined(),
  response: taskDetails,
})

/** Has a task processed at once, before all others. */
export const processTask = defineRoute({
  id: 'processTask',
  summary: 'Process a task now, before all others',
  method: 'POST',
  path: '/rest/tasks/process/{taskId}',
  permission: 'root',
  params: taskParams,
  query: noQuery,
  body: z.undefined(),
  response: taskDetails,
})

/** Deletes a task; one that is running is stopped. */
export const removeTask = defineRoute({
  id: 'removeTask',
  summary: 'Delete a task',
  method: 'DELETE',
  path: '/rest/tasks/delete/{taskId}',
  permission: 'root',
  params: taskParams,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** Deletes tasks; those already gone are skipped. Answers how many were deleted. */
export const removeTasks = defineRoute({
  id: 'removeTasks',
  summary: 'Delete the selected tasks',
  method: 'POST',
  path: '/rest/tasks/deleteselected',
  permission: 'root',
  params: z.object({}),
  query: noQuery,
  body: z.object({ ids: selection }),
  response: count,
})

/** Assigns a state to a task: PAUSED and FAILED stop one that is running, PROCESSING is the same as `processTask`. */
export const assignTaskState = defineRoute({
  id: 'assignTaskState',
  summary: 'Assign a state to a task',
  method: 'POST',
  path: '/rest/tasks/assignstate/{taskId}',
  permission: 'root',
  params: taskParams,
  query: noQuery,
  body: z.object({ state: z.enum(taskStates) }),
  response: taskDetails,
})

/** Assigns a state to tasks; those already gone are skipped. Answers how many have it now. */
export const assignTasksState = defineRoute({
  id: 'assignTasksState',
  summary: 'Assign a state to the selected tasks',
  method: 'POST',
  path: '/rest/tasks/assignstateselected',
  permission: 'root',
  params: z.object({}),
  query: noQuery,
  body: z.object({ ids: selection, state: z.enum(taskStates) }),
  response: count,
})

/** Payload of a TEST task: how many steps, how long each lasts in ms, and whether it fails at its last. */
export const testTaskPayload = z.object({
  steps: z.number().int().min(0).max(10_000),
  stepMs: z.number().int().min(0).max(60_000),
  fail: z.boolean().default(false),
})

/** Creates a task of type TEST, to see that tasks are processed. */
export const createTestTask = defineRoute({
  id: 'createTestTask',
  summary: 'Create a task that only waits, to see that tasks are processed',
  method: 'POST',
  path: '/rest/tasks/test',
  permission: 'root',
  params: z.object({}),
  query: noQuery,
  body: testTaskPayload,
  response: taskDetails,
})
