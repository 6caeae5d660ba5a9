import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { knownError } from '#server/platform/known-error.ts'
import type { Logger } from '#server/platform/log.ts'
import { Retries } from '#server/platform/retries.ts'

/** Pauses between two reads of the log, in ms: with nothing to do, and while an open transaction holds changes back. */
const idlePause = 1000
const heldBackPause = 25
/**
 * Shortest pause after changes were applied before more are, in ms: of many in a row, those of a moment are applied together.
 * Whoever waits for a change does not wait for this.
 */
const busyPause = 200

/** The reading of the log, and what says how soon it is done again. */
export interface Reading {
  /** Reads the log and applies what it holds. */
  read(): Promise<void>
  /** Changes are known that could not be applied yet. */
  isBehind(): boolean
  /** Somebody waits for a change. */
  isAwaited(): boolean
  log: Logger
}

/** Decides when a feed reads the log of changes. Moments are by the clock of `performance`. */
export class Pace {
  private readonly reading: Reading
  private readonly retries = new Retries()
  private timer: NodeJS.Timeout | undefined
  /** When the timer ends. */
  private dueAt = Number.POSITIVE_INFINITY
  private running = false
  private ticking = false
  /** Wanted while it was ticking: by somebody who waits, or because something was written. */
  private wanted: 'now' | 'soon' | null = null
  /** When changes were applied last. */
  private appliedAt = Number.NEGATIVE_INFINITY
  private failedBy: Words | null = null

  constructor(reading: Reading) {
    this.reading = reading
  }

  /** Why the log could not be read or applied when that was tried last; null if it could. */
  get problem(): Words | null {
    return this.failedBy
  }

  /** Allows reading: the first is when it is woken. */
  start(): void {
    this.running = true
  }

  /** Ends reading, but not the one under way. */
  stop(): void {
    this.running = false
    clearTimeout(this.timer)
  }

  /** Tells that changes were applied just now. */
  applied(): void {
    this.appliedAt = performance.now()
  }

  /** Has the log read at once for whoever waits, and else when it is not read too often. */
  wake(wanted: 'now' | 'soon'): void {
    if (this.ticking) this.wanted = this.wanted === 'now' ? 'now' : wanted
    else if (this.retries.pause === null) this.bringForward(wanted === 'now' ? 0 : this.busyFor())
  }

  /** Reads the log after a pause at the latest. */
  private bringForward(pause: number): void {
    if (this.dueAt > performance.now() + pause) this.schedule(pause)
  }

  private schedule(pause: number): void {
    clearTimeout(this.timer)
    if (!this.running) return
    this.dueAt = performance.now() + pause
    this.timer = setTimeout(() => void this.tick(), pause)
    this.timer.unref()
  }

  /** For how long no changes are applied unless somebody waits for them, in ms. */
  private busyFor(): number {
    return Math.max(0, this.appliedAt + busyPause - performance.now())
  }

  /** How long to wait before the log is read again, in ms. */
  private nextPause(): number {
    if (this.wanted === 'now') return 0
    if (this.reading.isBehind())
      return this.reading.isAwaited() ? heldBackPause : Math.max(heldBackPause, this.busyFor())
    return this.wanted === 'soon' ? this.busyFor() : idlePause
  }

  private async tick(): Promise<void> {
    const { log } = this.reading
    this.ticking = true
    this.wanted = null
    try {
      await this.reading.read()
      this.failedBy = null
      const failures = this.retries.succeeded()
      if (failures > 0) log.info({ failures }, 'The figures are brought up to date again')
    } catch (error) {
      this.failedBy = knownError(error)?.words ?? say`Something went wrong on the server.`
      if (this.retries.failed() && this.running)
        log.error({ err: error }, 'The figures could not be brought up to date; trying again')
    }
    this.ticking = false
    this.schedule(this.retries.pause ?? this.nextPause())
  }
}
