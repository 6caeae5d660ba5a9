import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { callerOf } from '#server/platform/addresses.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { withTransaction } from '#server/platform/postgres.ts'

const window = 10 * 60_000

/** A counter of attempts, and its limit. */
export interface Count {
  key: string
  limit: number
}

/** What is attempted; each has counters of its own. */
export type Attempted = 'sign-in' | 'link' | 'link-mail'

/** A counter as it is stored: its attempts of the last ten minutes, oldest first, in ms. */
type Taken = Map<string, number[]>

/**
 * Counts attempts of the last ten minutes, for all servers on one database together. An attempt is counted before it is
 * processed, so that parallel ones cannot all pass while the first is checked. A server counts one at a time: a flood of
 * attempts takes one connection. A crash of PostgreSQL resets the counters.
 */
export class Attempts {
  private readonly deps: { db: Kysely<Database>; clock: Clock }
  private readonly of: Attempted
  private turn: Promise<unknown> = Promise.resolve()

  constructor({ db, clock }: { db: Kysely<Database>; clock: Clock }, of: Attempted) {
    this.deps = { db, clock }
    this.of = of
  }

  /**
   * Counts an attempt and answers 0; or, if one of its counters is full, counts nothing and answers the minutes to
   * wait.
   */
  take(counts: readonly Count[]): Promise<number> {
    const now = this.deps.clock.now().getTime()
    return this.change(counts, now, (taken) => {
      let until = 0
      for (const { key, limit } of counts) {
        const recent = taken.get(key) ?? []
        const oldest = recent[recent.length - limit]
        if (oldest !== undefined) until = Math.max(until, oldest + window)
      }
      if (until > now) return Math.ceil((until - now) / 60_000)
      for (const { key } of counts) taken.set(key, [...(taken.get(key) ?? []), now])
      return 0
    })
  }

  /** Removes a successful attempt from its counters, and resets the first of them. */
  async giveBack(counts: readonly Count[]): Promise<void> {
    const [first, ...others] = counts
    await this.change(counts, this.deps.clock.now().getTime(), (taken) => {
      if (first) taken.set(first.key, [])
      for (const { key } of others) taken.get(key)?.pop()
    })
  }

  /** Changes counters, which nobody else changes meanwhile. */
  private change<R>(counts: readonly Count[], now: number, change: (taken: Taken) => R): Promise<R> {
    const work = this.turn.then(() =>
      withTransaction(this.deps, async ({ db }) => {
        const keys = new Map(counts.map(({ key }) => [this.hashOf(key), key]))
        const taken: Taken = new Map()
        for (const row of await lockRows(db, [...keys.keys()], now))
          taken.set(
            keys.get(row.key) ?? '',
            row.taken.map((at) => at.getTime()).filter((at) => at > now - window),
          )
        const before = JSON.stringify([...taken])
        const result = change(taken)
        if (JSON.stringify([...taken]) !== before)
          for (const [hash, key] of keys)
            await db
              .updateTable('attempt')
              .set({ taken: (taken.get(key) ?? []).map((at) => new Date(at)) })
              .where('key', '=', hash)
              .execute()
        return result
      }),
    )
    this.turn = work.catch(() => undefined)
    return work
  }

  private hashOf(key: string): string {
    return createHash('sha256').update(`${this.of} ${key}`).digest('base64url')
  }
}

/** Locks counters, making those that are missing. In the order of their keys, so that no two wait for each other. */
async function lockRows(db: Kysely<Database>, keys: readonly string[], now: number) {
  if (keys.length === 0) return []
  const rows = keys.toSorted().map((key) => ({ key, taken: sql<Date[]>`'{}'`, last_at: new Date(now) }))
  return db
    .insertInto('attempt')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_at: new Date(now) }))
    .returning(['key', 'taken'])
    .execute()
}

/** Deletes the counters in which nothing was counted for ten minutes; returns how many. */
export async function removeOldAttempts(db: Kysely<Database>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - window)
  const result = await db.deleteFrom('attempt').where('last_at', '<', before).executeTakeFirst()
  return Number(result.numDeletedRows)
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
