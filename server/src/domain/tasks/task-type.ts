import type { Permission } from '@gensvar/contract/define-route'
import type { Words } from '@gensvar/contract/say'
import type { TaskTypeName } from '@gensvar/contract/task-types'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A task as its handler gets it. */
export interface HandledTask<Payload> {
  id: number
  payload: Payload
  universeId: number | null
  surveyId: number | null
  /** The user who asked for it; null for the program itself. */
  ownerId: number | null
  /** The key it had until this run began; see `takesNoted`. */
  key: string | null
  /** Whether the task has failed for good when this run fails. */
  isLastAttempt: boolean
  /** How far an earlier run came, for handlers that can go on from there; 0 at first. */
  done: number
  /** The context of the program itself, named after the type. Work for a user takes `ownerContext`. */
  ctx: Ctx
}

/** Tells how far a task is. May be called as often as wanted: it is stored at most twice per second. */
export type Progress = (at: { done: number; total?: number; words?: Words }) => void

/** When tasks of a type are created by themselves. */
export interface Schedule {
  /** Minute, hour, day of the month, month, day of the week. */
  cron: string
  /** IANA time zone of the hours. */
  timeZone: string
}

/** A type of task: everything the engine needs to know of it, in one file. */
export interface TaskType<Payload extends z.ZodType = z.ZodType> {
  type: TaskTypeName
  /** Name of the type. */
  title: Words
  /** Who may ask for one. */
  permission: Permission
  payload: Payload
  /** What a task does, in words for its list. */
  describe(payload: z.output<Payload>): Words
  /** A smaller priority goes first; 5 by default. */
  priority?: number
  /** Most tasks of the type that one server runs at a time; no limit by default. */
  limit?: number
  /** Its payload is then `{}`. */
  schedule?: Schedule
  /** The same for a schedule that root chooses, which is asked for at each look; null where there is none. */
  askSchedule?(db: Kysely<Database>): Promise<Schedule | null>
  /**
   * Its tasks do what others have noted. A key then holds until a run begins, not until the task is done: what is noted
   * while one runs, which it may not find any more, gets a task of its own.
   */
  takesNoted?: true
  /**
   * Does the work; the result is stored. It must end soon after the signal is aborted, by throwing the signal's reason:
   * the task was paused, cancelled or deleted, or the server stops. A task can be run again after it has failed or its
   * server has died, so what is done twice must do no harm. Throws `AppError` with words where it cannot be done.
   */
  handle(task: HandledTask<z.output<Payload>>, signal: AbortSignal, progress: Progress): Promise<unknown>
  /**
   * Stores what a run has made, in the transaction that closes its task: of a run that no longer holds the task, nothing
   * is stored. `result` is what `handle` returned.
   */
  keep?(tx: WriteTx, task: HandledTask<z.output<Payload>>, result: unknown): Promise<void>
}

/** Declares a type of task; the generics keep the payload's type for its handler. */
export function defineTaskType<Payload extends z.ZodType>(type: TaskType<Payload>): TaskType<Payload> {
  return type
}
