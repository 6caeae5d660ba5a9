import type { Clock } from '#server/platform/clock.ts'

/** Answers of one address in a window; a screen in a shop is one address, and so are the guests of its network. */
const limits = { proven: 60, plain: 6 } as const
/** In ms. */
const window = 5 * 60_000
/** Most addresses that are remembered; of more, those that came first are forgotten. */
const mostAddresses = 50_000

/**
 * Counts answers at open links by address. Those with a proof of work and those without, as where a browser runs no scripts,
 * have limits of their own. Kept in memory: a restart resets them.
 */
export class OpenLimits {
  private readonly clock: Clock
  private readonly taken = new Map<string, number[]>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Counts an answer of an address and returns 0; or, where there were too many, the seconds to wait. */
  take(address: string, hasProof: boolean): number {
    const now = this.clock.now().getTime()
    const key = `${hasProof ? 'proven' : 'plain'} ${address}`
    const recent = (this.taken.get(key) ?? []).filter((at) => at > now - window)
    const oldest = recent.at(-limits[hasProof ? 'proven' : 'plain'])
    if (oldest !== undefined) return Math.max(1, Math.ceil((oldest + window - now) / 1000))
    // Last again, so that those that came first are the first of the map.
    this.taken.delete(key)
    this.taken.set(key, [...recent, now])
    const [first] = this.taken.keys()
    if (this.taken.size > mostAddresses && first !== undefined) this.taken.delete(first)
    return 0
  }
}
