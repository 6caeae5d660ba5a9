import type { CampaignProgress } from '@gensvar/contract/campaigns'
import type pg from 'pg'
import { keptCounts } from '#server/domain/campaigns/lists/counts.ts'
import type { PlainCounts } from '#server/domain/campaigns/lists/counts.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import type { Logger } from '#server/platform/log.ts'
import { portableSql } from '#server/platform/sql.ts'

/** How often the watched campaigns are read, in ms. */
const pace = 1000
/** The rate is that of so many ms. */
const rateSpan = 30_000
/** Least time that a rate is told of, in ms. */
const leastSpan = 3000

/** Where a campaign is, with the numbers of all its messages. */
export interface CampaignStand {
  state: CampaignProgress['state']
  counts: PlainCounts
  perMinute: number | null
  secondsLeft: number | null
}

interface Watched {
  listeners: Set<() => void>
  stand: CampaignStand | null
  /** How many messages were done when, the latest last. */
  marks: { at: number; done: number }[]
}

interface ReadRow extends PlainCounts {
  id: number
  state: CampaignProgress['state']
  /** The same as long as nothing changed. */
  mark: string
}

/**
 * Reads the campaigns that somebody looks at, all of them with one statement a second, however many look. Nothing is read
 * while nobody does.
 */
export class CampaignWatch {
  private readonly pool: pg.Pool
  private readonly log: Logger
  private readonly watched = new Map<number, Watched & { mark: string }>()
  private timer: NodeJS.Timeout | null = null
  private isStopped = false

  constructor(pool: pg.Pool, log: Logger) {
    this.pool = pool
    this.log = log
  }

  /** Calls `changed` whenever something of a campaign is different, until the function that it returns is called. */
  follow(campaignId: number, changed: () => void): () => void {
    const known = this.watched.get(campaignId) ?? { listeners: new Set(), stand: null, marks: [], mark: '' }
    known.listeners.add(changed)
    this.watched.set(campaignId, known)
    this.timer ??= this.later(0)
    return () => {
      known.listeners.delete(changed)
      if (known.listeners.size === 0) this.watched.delete(campaignId)
    }
  }

  /** Where a campaign that is followed is; null until it was read, and where it is gone. */
  standOf(campaignId: number): CampaignStand | null {
    return this.watched.get(campaignId)?.stand ?? null
  }

  /** Reads nothing more. */
  stop(): void {
    this.isStopped = true
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
  }

  private later(wait: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.read()
        .catch((error: unknown) => this.log.warn({ err: error }, 'campaigns cannot be followed for now'))
        .finally(() => {
          this.timer = this.watched.size > 0 && !this.isStopped ? this.later(pace) : null
        })
    }, wait)
  }

  private async read(): Promise<void> {
    const ids = [...this.watched.keys()]
    if (ids.length === 0) return
    const rows = await limitedQuery<ReadRow>(
      this.pool,
      portableSql`
        select c.id, c.state, c.state || c.version || to_jsonb(n)::text as mark, ${keptCounts}
          from campaign c join campaign_count n on n.campaign_id = c.id where c.id = any(${ids}::int[])`,
      undefined,
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of ids) this.note(id, byId.get(id))
  }

  private note(id: number, row: ReadRow | undefined): void {
    const known = this.watched.get(id)
    if (!known) return
    if (!row) {
      known.stand = null
      if (known.mark !== 'gone') for (const changed of known.listeners) changed()
      known.mark = 'gone'
      return
    }
    const { id: _, state, mark, ...counts } = row
    const { pending, sent, failed, unknown } = counts
    const perMinute = state === 'STARTED' ? rateOf(known.marks, sent + failed + unknown, Date.now()) : null
    if (state !== 'STARTED') known.marks.length = 0
    const secondsLeft = perMinute === null || perMinute === 0 ? null : Math.ceil((60 * pending) / perMinute)
    known.stand = { state, counts, perMinute, secondsLeft }
    if (mark === known.mark) return
    known.mark = mark
    for (const changed of known.listeners) changed()
  }
}

/** Messages a minute over the last moments; null while too little is known. Notes the number of now. */
function rateOf(marks: Watched['marks'], done: number, now: number): number | null {
  marks.push({ at: now, done })
  while ((marks[1]?.at ?? now) <= now - rateSpan) marks.shift()
  const [first] = marks
  if (!first || now - first.at < leastSpan) return null
  return Math.max(0, (60_000 * (done - first.done)) / (now - first.at))
}
