import type { CampaignProgress } from '@gensvar/contract/campaign-progress'
import { noMessages } from '#server/domain/campaigns/lists/counts.ts'
import type { PlainCounts } from '#server/domain/campaigns/lists/counts.ts'
import { progressOf } from '#server/domain/campaigns/sending/progress.ts'
import type { Deps } from '#server/domain/context.ts'
import { readStands } from './store.ts'
import type { StandRow } from './store.ts'

/** How often the watched campaigns are read, in ms. */
const pace = 1000

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
  /** What was last told, as one text. */
  mark: string
}

/**
 * Reads the campaigns that somebody looks at, all of them with one statement a second, however many look. Nothing is read
 * while nobody does.
 */
export class CampaignWatch {
  private readonly deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'log'>
  private readonly watched = new Map<number, Watched>()
  private timer: NodeJS.Timeout | null = null
  private isStopped = false

  constructor(deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'log'>) {
    this.deps = deps
  }

  /** Calls `changed` whenever something of a campaign is different, until the function that it returns is called. */
  follow(campaignId: number, changed: () => void): () => void {
    const known = this.watched.get(campaignId) ?? { listeners: new Set(), stand: null, mark: '' }
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
        .catch((error: unknown) => this.deps.log.warn({ err: error }, 'campaigns cannot be followed for now'))
        .finally(() => {
          this.timer = this.watched.size > 0 && !this.isStopped ? this.later(pace) : null
        })
    }, wait)
  }

  private async read(): Promise<void> {
    const ids = [...this.watched.keys()]
    if (ids.length === 0) return
    const rows = await readStands(this.deps, ids)
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of ids) {
      const row = byId.get(id)
      // Only a started one has a pace.
      this.note(id, row, row?.state === 'STARTED' ? await progressOf(this.deps, id) : noPace)
    }
  }

  private note(id: number, row: StandRow | undefined, { perMinute, secondsLeft }: Pace): void {
    const known = this.watched.get(id)
    if (!known) return
    const { id: _, state, mark, ...counts } = row ?? { id, state: null, mark: 'gone', ...noMessages }
    known.stand = state === null ? null : { state, counts, perMinute, secondsLeft }
    const told = `${mark}/${perMinute}`
    if (told === known.mark) return
    known.mark = told
    for (const changed of known.listeners) changed()
  }
}

type Pace = Pick<CampaignProgress, 'perMinute' | 'secondsLeft'>

const noPace: Pace = { perMinute: null, secondsLeft: null }
