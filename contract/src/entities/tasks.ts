import { z } from 'zod'
import { defineEntity } from './entity.ts'

/** States of a task. */
export const taskStates = ['OPEN', 'PROCESSING', 'CLOSED', 'FAILED', 'RETRY', 'PAUSED'] as const

/** One of them. */
export type TaskState = (typeof taskStates)[number]

/** Work done in the background; a smaller priority goes first. */
export const task = z.object({
  id: z.number().int(),
  type: z.string().min(1),
  state: z.enum(taskStates),
  priority: z.number().int(),
  created: z.iso.datetime({ offset: true }),
  updated: z.iso.datetime({ offset: true }),
  scheduled: z.iso.datetime({ offset: true }).nullable(),
  /** Why it failed or waits. */
  reason: z.string(),
  description: z.string(),
})

/** The task with an example. */
export const taskEntities = {
  Task: defineEntity(task, {
    id: 77,
    type: 'RANKING_REPORT',
    state: 'FAILED',
    priority: 5,
    created: '2026-03-02T08:15:00Z',
    updated: '2026-03-02T08:16:00Z',
    scheduled: null,
    reason: 'The survey was removed',
    description: 'Ranking of Sweden',
  }),
}
