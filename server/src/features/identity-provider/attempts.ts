import type { Clock } from '../../platform/clock.ts'

const window = 10 * 60_000

/** Failures within the window after which no more are tried: by user and address, by user, by address. */
const limits = { pair: 6, user: 30, address: 60 } as const

/**
 * Counts failed sign-ins. Three counts stop guessing one user's password from one place, from many places, and many
 * users' passwords from one place. Kept in memory: a restart forgives.
 */
export class Attempts {
  private readonly failures = new Map<string, number[]>()
  private readonly clock: Clock

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Minutes to wait before another attempt is looked at; 0 when it may be made now. */
  minutesToWait(username: string, address: string): number {
    const now = this.clock.now().getTime()
    let until = 0
    for (const [key, limit] of keysOf(username, address)) {
      const recent = this.recent(key, now)
      const oldest = recent[recent.length - limit]
      if (oldest !== undefined) until = Math.max(until, oldest + window)
    }
    return Math.max(0, Math.ceil((until - now) / 60_000))
  }

  /** Notes a failed attempt. */
  failed(username: string, address: string): void {
    const now = this.clock.now().getTime()
    for (const [key] of keysOf(username, address)) this.failures.set(key, [...this.recent(key, now), now])
    if (this.failures.size > 10_000) this.forgetOld(now)
  }

  /** Forgets the failures of a user who has now shown the right password from this address. */
  succeeded(username: string, address: string): void {
    const [[pair]] = keysOf(username, address)
    this.failures.delete(pair)
  }

  private recent(key: string, now: number): number[] {
    return (this.failures.get(key) ?? []).filter((at) => at > now - window)
  }

  private forgetOld(now: number): void {
    for (const key of this.failures.keys()) if (this.recent(key, now).length === 0) this.failures.delete(key)
  }
}

function keysOf(username: string, address: string): [[string, number], [string, number], [string, number]] {
  const name = username.trim().toLowerCase().slice(0, 320)
  return [
    [`pair ${name} ${address}`, limits.pair],
    [`user ${name}`, limits.user],
    [`address ${address}`, limits.address],
  ]
}
