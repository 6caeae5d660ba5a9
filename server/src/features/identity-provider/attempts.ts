import { callerOf } from '#server/platform/addresses.ts'
import type { Clock } from '#server/platform/clock.ts'

const window = 10 * 60_000

/** One of the counts an attempt goes into, and how many it may hold. */
export interface Count {
  key: string
  limit: number
}

/**
 * Counts attempts of the last ten minutes. An attempt is counted before anything else is done about it, so that those
 * sent at once do not all pass while the first is looked at. Kept in memory: a restart forgives.
 */
export class Attempts {
  private readonly taken = new Map<string, number[]>()
  private readonly clock: Clock

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Counts an attempt, and answers 0; or the minutes to wait where one of its counts is full, and then counts nothing. */
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

  /** Takes an attempt that was none out of its counts again, and forgets all that were in the first of them. */
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
 * Counts of an attempt to sign in with a password:
 *
 * - 6 by user name and address, against guessing one user's password from one place;
 * - 60 by address, against guessing many users' passwords from one place;
 * - 30 by user name over all addresses the user has never signed in from, against guessing from many places.
 *
 * So nobody is locked out by one address but those at that address: it can fill a fifth of another's count at most. Many
 * addresses together lock a user out only where the user has never signed in; setting a password by a link makes the
 * address known and lets them in. An account answers to its user name and to its e-mail address, and each has counts of
 * its own, as a name without an account has: shared ones would tell which names belong together.
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

/** Counts of asking for a password link: 10 by address. Whoever asks is told when it is full. */
export function linkCounts(address: string): Count[] {
  return [{ key: `address ${callerOf(address)}`, limit: 10 }]
}

/** Counts of sending a password link: 3 by the name asked for. Nobody is told, for there may be no such user. */
export function mailCounts(username: string): Count[] {
  return [{ key: `user ${nameKey(username)}`, limit: 3 }]
}

function nameKey(username: string): string {
  return username.trim().toLowerCase().slice(0, 320)
}
