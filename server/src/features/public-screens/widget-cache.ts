import { createHash } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'

/** An answer as it is sent, with the tag that tells whether a browser has it already. */
export interface KeptAnswer {
  body: string
  etag: string
}

interface Entry {
  /** What it was made of; another one makes it anew. */
  of: string
  /** When it was made, in ms. */
  at: number
  answer: Promise<KeptAnswer>
}

/** How long an answer is kept, in ms. */
const keptFor = 60_000
/** Most answers that are kept; of more, the oldest are forgotten. */
const mostKept = 2_000

/** Keeps the answers of widgets for a minute, so that a busy page costs nothing. Each is made once at a time. */
export class WidgetCache {
  private readonly clock: Clock
  private readonly entries = new Map<string, Entry>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** The answer with a name; made by `make` where there is none of the last minute that was made of the same. */
  get(name: string, of: string, make: () => Promise<string>): Promise<KeptAnswer> {
    const now = this.clock.now().getTime()
    const known = this.entries.get(name)
    if (known && known.of === of && now - known.at < keptFor) return known.answer
    const answer = make().then((body) => ({ body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }))
    this.entries.delete(name)
    this.entries.set(name, { of, at: now, answer })
    // A failure is not kept.
    answer.catch(() => this.entries.get(name)?.answer === answer && this.entries.delete(name))
    const [oldest] = this.entries.keys()
    if (this.entries.size > mostKept && oldest !== undefined) this.entries.delete(oldest)
    return answer
  }
}
