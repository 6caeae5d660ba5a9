import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Steps } from './steps.ts'

/** How long one caller's work goes on before the next caller's turn, in ms. */
const sliceTime = 4
/** Times work is begun again because what it looked at changed, before it is given up. */
const maxBegins = 4

/** Work to be done in turns. */
export interface SlicedWork<T> {
  /** Whose it is: callers take turns, each with the oldest of their work. */
  caller: string
  begin(): Steps<T>
  /** A number that is another one once what was begun is of no use. */
  epoch(): number
  /** Takes the outcome: null for work that was given up because it never came to an end unchanged. */
  done(result: T | null): void
  failed(error: unknown): void
}

interface Running {
  work: SlicedWork<unknown>
  steps: Steps<unknown>
  epoch: number
  begins: number
}

/** Does several callers' work in turns of some milliseconds, so that a small one never waits for a large one's end. */
export class SliceRunner {
  /** By caller, in the order of their turns. */
  private readonly lines = new Map<string, Running[]>()
  private readonly byJob = new Map<number, Running>()
  private isRunning = false

  /** Takes work on; `job` is the number it can be cancelled by. */
  add<T>(job: number, work: SlicedWork<T>): void {
    const wrapped: SlicedWork<unknown> = {
      ...work,
      done: (result) => work.done(result as T | null),
    }
    const running = { work: wrapped, steps: work.begin(), epoch: work.epoch(), begins: 1 }
    this.byJob.set(job, running)
    const line = this.lines.get(work.caller)
    if (line) line.push(running)
    else this.lines.set(work.caller, [running])
    if (!this.isRunning) void this.run()
  }

  /** Gives work up; nobody is told of its outcome. */
  cancel(job: number): void {
    const running = this.byJob.get(job)
    if (running) this.end(running)
  }

  private async run(): Promise<void> {
    this.isRunning = true
    for (let line = this.nextLine(); line; line = this.nextLine()) {
      const end = performance.now() + sliceTime
      // Many small works of a caller share a turn: one each would make them wait as often as there are of them.
      for (let first = line[0]; first && performance.now() < end; first = this.firstOf(first.work.caller))
        this.goOn(first, end)
      // Messages come in between: new work, changes of rows, and what is to be given up.
      await nextTurn()
    }
    this.isRunning = false
  }

  /** The work of the caller whose turn it is; that caller's next turn comes after the others'. */
  private nextLine(): Running[] | undefined {
    for (const [caller, line] of this.lines) {
      this.lines.delete(caller)
      this.lines.set(caller, line)
      return line
    }
    return undefined
  }

  private firstOf(caller: string): Running | undefined {
    return this.lines.get(caller)?.[0]
  }

  private goOn(running: Running, until: number): void {
    const { work } = running
    try {
      if (running.epoch !== work.epoch() && !this.beginAgain(running)) return
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

  private beginAgain(running: Running): boolean {
    const { work } = running
    if (running.begins === maxBegins) {
      this.end(running)
      work.done(null)
      return false
    }
    running.steps.return(undefined)
    running.steps = work.begin()
    running.epoch = work.epoch()
    running.begins++
    return true
  }

  private end(running: Running): void {
    running.steps.return(undefined)
    for (const [job, one] of this.byJob) if (one === running) this.byJob.delete(job)
    const { caller } = running.work
    const left = (this.lines.get(caller) ?? []).filter((one) => one !== running)
    if (left.length > 0) this.lines.set(caller, left)
    else this.lines.delete(caller)
  }
}
