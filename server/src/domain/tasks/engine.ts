import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/domain/context.ts'
import { newerMigrations } from '#server/platform/migrate.ts'
import { ListeningConnection } from '#server/platform/listening-connection.ts'
import { Retries } from '#server/platform/retries.ts'
import { taskChannel } from './enqueue.ts'
import type { TaskNews } from './enqueue.ts'
import { retryExpired } from './expired.ts'
import { pickTasks } from './pick-tasks.ts'
import type { Limits, WaitingTask } from './pick-tasks.ts'
import { claimTasks, listHeldRuns, listWaitingTasks } from './queue-store.ts'
import { Run } from './run.ts'
import { fireSchedules } from './schedule.ts'
import type { TaskType } from './task-type.ts'

/** How an engine works; times in ms. */
export interface EngineOptions {
  /** Most tasks it runs at a time. */
  slots?: number
  /** How long a task stays claimed without a sign of life. */
  leaseTime?: number
  /** How long running tasks may finish when it stops. */
  finishTime?: number
  /** How long it then waits for them to notice that they are aborted. */
  noticeTime?: number
}

const usual = { slots: 4, leaseTime: 15_000, finishTime: 2_000, noticeTime: 1_000 }
/** Pause between two looks at whether running tasks still hold their task; their progress is stored then. */
const beatPause = 500
/** Pause between two looks for due tasks, schedules and dead servers. New tasks are notified. */
const pollPause = 5_000
/** Pause before tasks that somebody else is changing are looked at again. */
const busyPause = 25

/** Claims waiting tasks and runs them, as many as it has slots for; one in each server that works. */
export class TaskEngine {
  private readonly deps: Deps
  private readonly types: ReadonlyMap<string, TaskType>
  /** Types whose tasks lose their key when they are claimed. */
  private readonly keyless: readonly string[]
  private readonly options: Required<EngineOptions>
  private readonly limits: Limits
  private readonly listening: ListeningConnection
  private readonly runs = new Map<Run, Promise<void>>()
  private readonly retries = new Retries()
  private readonly worker = `${hostname()} ${process.pid}`
  private timer: NodeJS.Timeout | null = null
  private beatTimer: NodeJS.Timeout | null = null
  private isRunning = false
  private turn: Promise<void> | null = null
  private isWanted = false
  private isBeating = false
  private polledAt = -Infinity

  constructor(deps: Deps, types: readonly TaskType[], options: EngineOptions = {}) {
    this.deps = deps
    this.types = new Map(types.map((type) => [type.type, type]))
    this.keyless = types.filter(({ takesNoted }) => takesNoted).map(({ type }) => type)
    this.options = { ...usual, ...options }
    const { slots } = this.options
    this.limits = {
      slots,
      perTenant: Math.max(1, slots - 1),
      ofType: (type) => this.types.get(type)?.limit ?? slots,
    }
    this.listening = new ListeningConnection(deps.pool, taskChannel, (news) => {
      this.wake()
      if (news === ('changed' satisfies TaskNews)) void this.beat()
    })
  }

  /** Begins to work in the background. */
  start(): void {
    this.isRunning = true
    this.wake()
    this.beatTimer = setInterval(() => void this.beat(), beatPause).unref()
  }

  /** Stops: running tasks have a moment to finish, then they are given back. */
  async stop(): Promise<void> {
    this.isRunning = false
    if (this.timer) clearTimeout(this.timer)
    await this.turn
    await this.listening.stop()
    await this.ended(this.options.finishTime)
    for (const run of this.runs.keys()) run.stop()
    await this.ended(this.options.noticeTime)
    for (const run of this.runs.keys()) await run.giveBack().catch(() => false)
    if (this.beatTimer) clearInterval(this.beatTimer)
  }

  /** Looks for due tasks now, instead of at the next poll or notification. */
  wake(): void {
    if (this.turn) this.isWanted = true
    else if (this.retries.pause === null) this.schedule(0)
  }

  private schedule(pause: number): void {
    if (this.timer) clearTimeout(this.timer)
    if (!this.isRunning) return
    this.timer = setTimeout(() => this.begin(), pause).unref()
  }

  private begin(): void {
    this.isWanted = false
    this.turn = this.takeTurn().then((pause) => {
      this.turn = null
      this.schedule(this.isWanted ? 0 : pause)
    })
  }

  /** One look at everything that may be due; returns the pause until the next one. */
  private async takeTurn(): Promise<number> {
    const { log } = this.deps
    try {
      await this.listening.connection()
      if (performance.now() - this.polledAt >= pollPause) {
        this.polledAt = performance.now()
        await retryExpired(this.deps)
        await fireSchedules(this.deps, [...this.types.values()])
      }
      const isBusy = await this.fill()
      if (this.retries.succeeded() > 0) log.info('Tasks are processed again')
      return isBusy ? busyPause : pollPause
    } catch (error) {
      this.polledAt = -Infinity
      if (this.retries.failed() && this.isRunning) log.error({ err: error }, 'Tasks cannot be processed; trying again')
      return this.retries.pause ?? pollPause
    }
  }

  /** Claims tasks until all slots are taken or nothing waits. True where others were changing those that wait. */
  private async fill(): Promise<boolean> {
    const { pool, clock } = this.deps
    while (this.isRunning && this.runs.size < this.limits.slots) {
      const now = clock.now()
      const waiting = await this.withHandler(await listWaitingTasks(pool, now, this.limits.slots))
      const running = [...this.runs.keys()].map(({ task }) => task)
      const picked = pickTasks(waiting, running, this.limits)
      if (picked.length === 0) return false
      const leaseUntil = new Date(now.getTime() + this.options.leaseTime)
      const { worker, keyless } = this
      const claimed = await claimTasks(pool, picked, { worker, now, leaseUntil, keyless })
      if (claimed.length === 0) return true
      for (const task of claimed) this.run(new Run(this.deps, task, this.types.get(task.type), this.options.leaseTime))
    }
    return false
  }

  /** The tasks without those that a newer version, which works on the same database, has made for itself. */
  private async withHandler(waiting: WaitingTask[]): Promise<WaitingTask[]> {
    if (waiting.every(({ type }) => this.types.has(type))) return waiting
    const { length: newer } = await newerMigrations(this.deps.pool)
    return newer === 0 ? waiting : waiting.filter(({ type }) => this.types.has(type))
  }

  private run(run: Run): void {
    const { id, type } = run.task
    const ended = run
      .execute()
      .catch((error: unknown) => this.deps.log.error({ err: error, id, type }, 'The end of a task could not be stored'))
      .then(() => {
        this.runs.delete(run)
        this.wake()
      })
    this.runs.set(run, ended)
  }

  private async beat(): Promise<void> {
    const runs = [...this.runs.keys()]
    if (runs.length === 0 || this.isBeating) return
    const { db, log } = this.deps
    this.isBeating = true
    try {
      const held = new Set(
        await listHeldRuns(
          db,
          runs.map(({ task }) => task.token),
        ),
      )
      for (const run of runs) {
        if (held.has(run.task.token)) await run.beat()
        else run.abort()
      }
    } catch (error) {
      log.warn({ err: error }, 'Running tasks could not be renewed')
      for (const run of runs) if (run.isExpired) run.abort()
    }
    this.isBeating = false
  }

  private async ended(time: number): Promise<void> {
    const late = new AbortController()
    await Promise.race([Promise.all(this.runs.values()), wait(time, null, { signal: late.signal }).catch(() => null)])
    late.abort()
  }
}
