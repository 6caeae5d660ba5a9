import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
// Not the global ones: a timer that a test fakes would be lost with its clock, and whoever waits for it wait for ever.
import { clearTimeout, setTimeout } from 'node:timers'
import { say } from '@gensvar/contract/say'
import { AppError } from './errors.ts'
import type { Work } from './work.ts'

/** Most requests of one caller at a time; a page asks for some ten. */
export const maxRequestsUnderWay = 60

/** Requests under way in this process, how many have ended, and who waits for the last of them. */
let allUnderWay = 0
let ended = 0
const waiting = new Set<() => void>()

/** Whether no request is under way in this process. */
export function isQuiet(): boolean {
  return allUnderWay === 0
}

/** Runs everything that a request needs, from identifying its caller to its answer: it is under way meanwhile. */
export async function underWay<T>(request: () => Promise<T>): Promise<T> {
  allUnderWay++
  try {
    return await request()
  } finally {
    allUnderWay--
    ended++
    if (allUnderWay === 0) for (const resolve of waiting) resolve()
  }
}

/** Resolves as soon as no request is under way, and after `longest` ms at the latest. */
export async function quietMoment(longest: number): Promise<void> {
  if (isQuiet()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, longest)
  waiting.add(resolve)
  await promise
  clearTimeout(timer)
  waiting.delete(resolve)
}

/**
 * Resolves when for `lasting` ms no request was under way, because a page asks for one thing after the other, and after
 * `longest` ms at the latest.
 */
export async function longQuiet(lasting: number, longest: number): Promise<void> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), longest)
  for (;;) {
    if ((await Promise.race([late.promise, quietMoment(longest)])) === 'late') return
    const before = ended
    const pause = Promise.withResolvers<void>()
    setTimeout(pause.resolve, lasting)
    if ((await Promise.race([late.promise, pause.promise])) === 'late') return
    if (isQuiet() && ended === before) break
  }
  clearTimeout(timer)
}

/** Whom a request counts for: the person who signed in, also while they act as another user. */
export function callerOf({ userId, actor }: { userId: number; actor: { userId: number } | null }): string {
  return `user ${actor?.userId ?? userId}`
}

/** The requests in progress: how many each caller has, and the time limit of each. */
export class RequestsUnderWay {
  private readonly seconds: number
  private readonly counts = new Map<string, number>()

  /** `seconds` is how long a request may take. */
  constructor(seconds: number) {
    this.seconds = seconds
  }

  /**
   * Runs the work of a caller's request. Its signal is aborted when the connection closes, and with `unavailable` at the
   * time limit, which counts from the end of `arriving`, a body that is read by `handle`, if there is one. Throws
   * `too_many` when the caller has too many requests under way.
   */
  async run<T>(
    caller: string,
    answer: ServerResponse,
    handle: (work: Work) => Promise<T>,
    arriving: Readable | null = null,
  ): Promise<T> {
    const before = this.counts.get(caller) ?? 0
    if (before >= maxRequestsUnderWay)
      throw new AppError(
        'too_many',
        say`You have too many requests running. Wait for some of them to finish and try again.`,
      )
    this.counts.set(caller, before + 1)
    const controller = new AbortController()
    const time = 1000 * this.seconds
    let endsAt: number | null = null
    let timer: NodeJS.Timeout | undefined
    const begin = (): void => {
      endsAt = Date.now() + time
      timer = setTimeout(() => controller.abort(tooLong(this.seconds)), time)
    }
    if (arriving) arriving.once('end', begin)
    else begin()
    const gone = (): void =>
      controller.abort(new AppError('unavailable', say`The connection was closed before the answer was ready.`))
    answer.once('close', gone)
    try {
      return await handle({
        caller,
        signal: controller.signal,
        get endsAt() {
          return endsAt ?? Date.now() + time
        },
      })
    } finally {
      arriving?.off('end', begin)
      clearTimeout(timer)
      answer.off('close', gone)
      this.leave(caller)
    }
  }

  private leave(caller: string): void {
    const left = (this.counts.get(caller) ?? 1) - 1
    if (left > 0) this.counts.set(caller, left)
    else this.counts.delete(caller)
  }
}

/** The error of a request that takes too long. */
export function tooLong(seconds: number): AppError {
  return new AppError(
    'unavailable',
    say`This took longer than ${seconds} seconds and was ended. Choose a shorter period, a smaller place or fewer conditions.`,
  )
}
