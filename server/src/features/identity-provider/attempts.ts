import { callerOf } from '#server/platform/addresses.ts'
import type { Clock } from '#server/platform/clock.ts'

const window = 10 * 60_000

/** A counter of attempts, and its limit. */
export interface Count {
  key: string
  limit: number
}

/**
 * Counts attempts of the last ten minutes. An attempt is counted before it is processed, so that parallel ones cannot
 * all pass while the first is checked. Kept in memory: a restart resets the counters.
 */
export class Attempts {
  private readonly taken = new Map<string, number[]>()
  private readonly clock: Clock

  constructor(clock: Clock) {
    this.clock = clock
  }

  /**
   * Counts an attempt and answers 0; or, if one of its counters is full, counts nothing and answers the minutes to
   * wait.
   */
  take(counts: readonly Count[]): number {
    const now = this.clock.now().getTime()
    let until = 0
    for (const { key, limit } of counts) {
      const recent = this.recent(key, now)
      const oldest = recent[recent.length - limit]
      if (oldest !== undefined) until = Math.max(until, oldest + window)
    }
    if (until > now) return Math.ceil((until - now) / 60_000)
    for (const { key } of counts) this.taken.set(key, [...this.recent(key, now), now])
    if (this.taken.size > 10_000) this.forgetOld(now)
    return 0
  }

  /** Removes a successful attempt from its counters, and resets the first of them. */
  giveBack([first, ...others]: readonly Count[]): void {
    if (first) this.taken.delete(first.key)
    for (const { key } of others) this.taken.get(key)?.pop()
  }

  private recent(key: string, now: number): number[] {
    return (this.taken.get(key) ?? []).filter((at) => at > now - window)
  }

  private forgetOld(now: number): void {
    for (const key of this.taken.keys()) if (this.recent(key, now).length === 0) this.taken.delete(key)
  }
}

/**
 * Counters of an attempt to sign in with a password:
 *
 * - 6 by user name and address, against guessing one user's password from one place;
 * - 60 by address, against guessing many users' passwords from one place;
 * - 30 by user name over all addresses the user has never signed in from, against guessing from many places.
 *
 * So one address can lock out only those at that address: it can fill at most a fifth of the limit over all addresses.
 * Many addresses together lock a user out only at addresses where the user has never signed in; setting a password by a
 * link makes the address known, and the user can sign in. User name and e-mail address of an account are counted
 * separately, as names without an account are: shared counters would reveal which names belong together.
 */
export function signInCounts(username: string, address: string, isKnown: boolean): Count[] {
  const name = nameKey(username)
  const caller = callerOf(address)
  return [
    { key: `pair ${caller} ${name}`, limit: 6 },
    { key: `address ${caller}`, limit: 60 },
    ...(isKnown ? [] : [{ key: `user ${name}`, limit: 30 }]),
  ]
}

/** Counters of asking for a password link: 10 by address. The caller sees when it is full. */
export function linkCounts(address: string): Count[] {
  return [{ key: `address ${callerOf(address)}`, limit: 10 }]
}

/**
 * Counters of sending a password link: 3 by name. The caller does not see when it is full, as that would show that the
 * user exists.
 */
export function mailCounts(username: string): Count[] {
  return [{ key: `user ${nameKey(username)}`, limit: 3 }]
}

function nameKey(username: string): string {
  return username.trim().toLowerCase().slice(0, 320)
}
