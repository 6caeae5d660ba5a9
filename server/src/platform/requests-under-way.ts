import type { ServerResponse } from 'node:http'
import { say } from '@gensvar/contract/say'
import { AppError } from './errors.ts'
import type { Work } from './work.ts'

/** Most requests of one caller at a time; a page asks for some ten. */
export const maxRequestsUnderWay = 60

/** Whose work a request is: the person's behind it, whoever they act as. */
export function callerOf({ userId, actor }: { userId: number; actor: { userId: number } | null }): string {
  return `user ${actor?.userId ?? userId}`
}

/** The requests that are being answered: how many each caller has, and when each is to be given up. */
export class RequestsUnderWay {
  private readonly seconds: number
  private readonly counts = new Map<string, number>()

  /** `seconds` is how long a request may take. */
  constructor(seconds: number) {
    this.seconds = seconds
  }

  /**
   * Answers a request of a caller. Its work is told to end when the connection closes, and with `unavailable` when the
   * time is up. Throws `too_many` when the caller has too many requests under way.
   */
  async run<T>(caller: string, answer: ServerResponse, handle: (work: Work) => Promise<T>): Promise<T> {
    const underWay = this.counts.get(caller) ?? 0
    if (underWay >= maxRequestsUnderWay)
      throw new AppError('too_many', say`You have too many requests under way. Wait for some of them and try again.`)
    this.counts.set(caller, underWay + 1)
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(tooLong(this.seconds)), 1000 * this.seconds)
    const gone = (): void => controller.abort(new AppError('unavailable', say`Nobody waits for this answer any more.`))
    answer.once('close', gone)
    try {
      return await handle({ caller, signal: controller.signal, endsAt: Date.now() + 1000 * this.seconds })
    } finally {
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

/** What a request is ended with that takes too long. */
export function tooLong(seconds: number): AppError {
  return new AppError(
    'unavailable',
    say`This took longer than ${seconds} seconds and was ended. Choose a shorter period, a smaller place or fewer conditions.`,
  )
}
