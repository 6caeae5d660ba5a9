import { say } from '@gensvar/contract/say'
import { programContext } from '#server/domain/context.ts'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { StoredProgress } from '#server/platform/db-task-types.ts'
import { newerMigrations } from '#server/platform/migrate.ts'
import { traced } from '#server/platform/tracing/tracing.ts'
import type { OpenSpan } from '#server/platform/tracing/span.ts'
import { failedAttempt, HopelessTask, mostAttempts } from './failure.ts'
import { endRun, releaseRun, renewLease } from './queue-store.ts'
import type { ClaimedTask, Outcome } from './queue-store.ts'
import { storeWords } from './stored-words.ts'
import type { HandledTask, TaskType } from './task-type.ts'

/** How long a task that only a newer version can read is left to that one, in ms. */
const newerPause = 10_000

/** Thrown for a task whose payload this version cannot read. */
class UnreadableTask extends HopelessTask {}

/** One run of a task by this server, from claim to end. */
export class Run {
  readonly task: ClaimedTask
  private readonly deps: Deps
  private readonly type: TaskType | undefined
  private readonly controller = new AbortController()
  private readonly leaseTime: number
  private leaseUntil: Date
  private progress: StoredProgress | null
  private isProgressStored = true
  private isStopping = false
  private span: OpenSpan | null = null

  /** `leaseTime` in ms. A type without a handler fails in words. */
  constructor(deps: Deps, task: ClaimedTask, type: TaskType | undefined, leaseTime: number) {
    this.deps = deps
    this.task = task
    this.type = type
    this.leaseTime = leaseTime
    this.leaseUntil = this.nextLease()
    this.progress = task.progress
  }

  /** Handles the task and stores how it ended. Throws where the database cannot be reached: the lease then expires. */
  execute(): Promise<void> {
    const { id, type, attempt } = this.task
    const properties = { 'gensvar.task.type': type, 'gensvar.task.id': id, 'gensvar.task.attempt': attempt }
    return traced(`task ${type}`, properties, async (span) => {
      this.span = span
      await this.run()
    })
  }

  private async run(): Promise<void> {
    const isEnded = await this.attempt()
    if (!isEnded && !(this.isStopping && (await this.giveBack())))
      await releaseRun(this.deps.db, this.task, this.progress)
  }

  /** Aborts the handler and gives the task back soon, because the server stops. */
  stop(): void {
    this.isStopping = true
    this.controller.abort(new Error('The server stops'))
  }

  /** Gives the task back without waiting for its handler. False where the task is no longer this run's. */
  giveBack(): Promise<boolean> {
    return this.end({ state: 'OPEN' })
  }

  /** Stores progress that is not stored yet, and extends the lease in good time. */
  async beat(): Promise<void> {
    const { db, clock } = this.deps
    const left = this.leaseUntil.getTime() - clock.now().getTime()
    if (this.isProgressStored && left > (this.leaseTime * 2) / 3) return
    const leaseUntil = this.nextLease()
    this.isProgressStored = true
    await renewLease(db, this.task, { leaseUntil, progress: this.progress, now: clock.now() })
    this.leaseUntil = leaseUntil
  }

  /** Whether the lease has expired: another server may have taken the task over. */
  get isExpired(): boolean {
    return this.leaseUntil <= this.deps.clock.now()
  }

  /** Aborts the handler, because the task is no longer this run's. */
  abort(): void {
    this.controller.abort(new Error('The task was paused, cancelled, deleted or taken over'))
  }

  private end(outcome: Outcome, db = this.deps.db): Promise<boolean> {
    this.span?.set({ 'gensvar.task.state': outcome.state })
    if ('reason' in outcome) this.span?.fail()
    return endRun(db, this.task, outcome, { now: this.deps.clock.now(), progress: this.progress })
  }

  private nextLease(): Date {
    return new Date(this.deps.clock.now().getTime() + this.leaseTime)
  }

  /** Does the work and stores how it ended; false where the run was aborted or no longer holds the task. */
  private async attempt(): Promise<boolean> {
    try {
      const { type, handled } = this.checked()
      const result = await type.handle(handled, this.controller.signal, ({ done, total, words }) => {
        this.progress = { done, total: total ?? null, words: words ? storeWords(words) : null }
        this.isProgressStored = false
      })
      return await this.close(type, handled, result)
    } catch (error) {
      if (this.controller.signal.aborted) return false
      if (error instanceof UnreadableTask && (await newerMigrations(this.deps.pool)).length > 0)
        return this.end({ state: 'OPEN', scheduled: new Date(this.deps.clock.now().getTime() + newerPause) })
      return this.end(failedAttempt(error, this.task.attempt, this.deps.clock.now()))
    }
  }

  /** The task with its type and payload. Throws `HopelessTask` for one that this version cannot process. */
  private checked(): { type: TaskType; handled: HandledTask<unknown> } {
    const { task, type } = this
    if (!type)
      throw new HopelessTask('unavailable', say`Tasks of the type ${task.type} are not available in this version.`)
    const payload = type.payload.safeParse(task.payload)
    if (!payload.success)
      throw new UnreadableTask('validation', say`The task was created by another version, and this one cannot read it.`)
    const { id, universeId, surveyId, ownerId, key } = task
    const isLastAttempt = task.attempt >= mostAttempts
    const ctx: Ctx = programContext(this.deps, type.type)
    const done = this.progress?.done ?? 0
    const of = { id, universeId, surveyId, ownerId, key, isLastAttempt, done }
    return { type, handled: { ...of, payload: payload.data, ctx } }
  }

  private async close(type: TaskType, task: HandledTask<unknown>, result: unknown): Promise<boolean> {
    if (!type.keep) return this.end({ state: 'CLOSED', result })
    return write<Ctx, boolean>(task.ctx, async (tx) => {
      const isHeld = await this.end({ state: 'CLOSED', result }, tx.db)
      if (isHeld) await type.keep?.(tx, task, result)
      return isHeld
    })
  }
}
