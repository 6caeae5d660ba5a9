import {
  assignTaskState,
  assignTasksState,
  createTestTask,
  getTask,
  listTasks,
  processTask,
  removeTask,
  removeTasks,
} from '@gensvar/contract/tasks'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the tasks to root. */
export function taskRoutes(app: FastifyInstance): void {
  implement(app, listTasks, (ctx, { query }) => service.listTasks(ctx, query))
  implement(app, getTask, (ctx, { params }) => service.getTask(ctx, params.taskId))
  implement(app, processTask, (ctx, { params }) => service.assignTaskState(ctx, params.taskId, 'PROCESSING'))
  implement(app, assignTaskState, (ctx, { params, body }) => service.assignTaskState(ctx, params.taskId, body.state))
  implement(app, assignTasksState, (ctx, { body }) => service.assignTasksState(ctx, body.ids, body.state))
  implement(app, removeTask, (ctx, { params }) => service.removeTask(ctx, params.taskId))
  implement(app, removeTasks, (ctx, { body }) => service.removeTasks(ctx, body.ids))
  implement(app, createTestTask, (ctx, { body }) => service.createTestTask(ctx, body))
}
