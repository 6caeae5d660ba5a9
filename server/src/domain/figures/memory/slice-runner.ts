import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Steps } from './steps.ts'

/** Length of one caller's turn, in ms. */
const sliceTime = 4
/** Times work is started, when its data change meanwhile, before it is abandoned. */
const maxStarts = 4

/** Work that is done in slices. */
export interface SlicedWork<T> {
  /** Who the work is for: callers take turns, each with their oldest work. */
  caller: string
  /** Starts the work, possibly not for the first time. */
  begin(): Steps<T>
  /** A number that changes with the data: work started at an earlier one is stale and restarted. */
  epoch(): number
  /** Called with the result; null for work abandoned because its data kept changing. */
  done(result: T | null): void
  failed(error: unknown): void
}

interface Running {
  work: SlicedWork<unknown>
  steps: Steps<unknown>
  epoch: number
  starts: number
}

/** Runs several callers' work in turns of some ms, so that a short count never waits for the end of a long one. */
export class SliceRunner {
  /** Work by caller, in the order of the callers' turns. */
  private readonly queues = new Map<string, Running[]>()
  private readonly byJob = new Map<number, Running>()
  private isRunning = false
  private readonly idle: () => boolean

  /** `idle` does a little when nobody's work is left, for as long as it returns true. */
  constructor(idle: () => boolean = () => false) {
    this.idle = idle
  }

  /** Adds work; `job` is the number to cancel it by. */
  add<T>(job: number, work: SlicedWork<T>): void {
    const wrapped: SlicedWork<unknown> = {
      ...work,
      done: (result) => work.done(result as T | null),
    }
    const running = { work: wrapped, steps: work.begin(), epoch: work.epoch(), starts: 1 }
    this.byJob.set(job, running)
    const queue = this.queues.get(work.caller)
    if (queue) queue.push(running)
    else this.queues.set(work.caller, [running])
    if (!this.isRunning) void this.run()
  }

  /** Stops work; neither `done` nor `failed` is called. */
  cancel(job: number): void {
    const running = this.byJob.get(job)
    if (running) this.end(running)
  }

  private async run(): Promise<void> {
    this.isRunning = true
    for (let queue = this.nextQueue(); queue || this.idle(); queue = this.nextQueue()) {
      const end = performance.now() + sliceTime
      // A caller's short works share a turn; with one turn each, their waits would add up.
      for (let first = queue?.[0]; first && performance.now() < end; first = this.firstOf(first.work.caller))
        this.advance(first, end)
      // Lets messages in: new work, changed rows, cancelled jobs.
      await nextTurn()
    }
    this.isRunning = false
  }

  /** The queue of the caller whose turn it is; moves this caller behind the others. */
  private nextQueue(): Running[] | undefined {
    for (const [caller, queue] of this.queues) {
      this.queues.delete(caller)
      this.queues.set(caller, queue)
      return queue
    }
    return undefined
  }

  private firstOf(caller: string): Running | undefined {
    return this.queues.get(caller)?.[0]
  }

  private advance(running: Running, until: number): void {
    const { work } = running
    try {
      if (running.epoch !== work.epoch() && !this.restart(running)) return
      do {
        const step = running.steps.next()
        if (step.done) {
          this.end(running)
          work.done(step.value)
          return
        }
      } while (performance.now() < until)
    } catch (error) {
      this.end(running)
      work.failed(error)
    }
  }

  private restart(running: Running): boolean {
    const { work } = running
    if (running.starts === maxStarts) {
      this.end(running)
      work.done(null)
      return false
    }
    running.steps.return(undefined)
    running.steps = work.begin()
    running.epoch = work.epoch()
    running.starts++
    return true
  }

  private end(running: Running): void {
    running.steps.return(undefined)
    for (const [job, one] of this.byJob) if (one === running) this.byJob.delete(job)
    const { caller } = running.work
    const left = (this.queues.get(caller) ?? []).filter((one) => one !== running)
    if (left.length > 0) this.queues.set(caller, left)
    else this.queues.delete(caller)
  }
}
