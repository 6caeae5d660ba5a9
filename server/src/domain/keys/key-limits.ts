import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { Gathered } from '#server/platform/gathered.ts'

/** Requests of a key that are counted at once. */
const together = 1000
/** Most keys whose requests are gathered; others are counted apart until a moment without any. */
const mostKeys = 1000

/** How often a key may be used. */
interface Limit {
  keyId: number
  perMinute: number
}

/**
 * Counts requests by key, for all servers on one database together: each key may send as many as it has for a minute at
 * once, and they come back evenly over the minute. Requests that come while those before are counted are counted in one
 * statement. A crash of PostgreSQL resets the counts.
 */
export class KeyLimits {
  private readonly db: Kysely<Database>
  private readonly queues = new Map<string, Gathered<Date, number>>()

  constructor(db: Kysely<Database>) {
    this.db = db
  }

  /** Counts a request at a moment and returns 0; or, where there were too many, the seconds to wait. */
  take(limit: Limit, now: Date): Promise<number> {
    const name = `${limit.keyId} ${limit.perMinute}`
    let queue = this.queues.get(name)
    if (!queue) {
      if (this.queues.size >= mostKeys) this.queues.clear()
      this.queues.set(name, (queue = new Gathered((moments) => this.count(limit, moments), together)))
    }
    return queue.add(now)
  }

  private async count(limit: Limit, moments: readonly Date[]): Promise<number[]> {
    const asked = moments.length
    const { granted, remaining } = await takeRow(this.db, { ...limit, asked, now: moments.at(-1) ?? new Date(0) })
    const wait = Math.max(1, Math.ceil(((1 - remaining) * 60) / limit.perMinute))
    return moments.map((_, at) => (at < granted ? 0 : wait))
  }
}

/** Takes requests from what a key has left, as many as there are. Of a key that is gone meanwhile all are granted. */
async function takeRow(
  db: Kysely<Database>,
  { keyId, perMinute, asked, now }: Limit & { asked: number; now: Date },
): Promise<{ granted: number; remaining: number }> {
  // What is left grows with the time since it was changed last; clocks of servers may differ.
  const left = sql`least(${perMinute}::float8, a.remaining
    + greatest(0, extract(epoch from excluded.at - a.at)::float8) * ${perMinute}::float8 / 60)`
  const granted = sql`least(floor(${left} + 1e-9), ${asked}::int)`
  const { rows } = await sql<{ granted: number; remaining: number }>`
    insert into key_allowance as a (key_id, remaining, granted, at)
    select id, ${perMinute}::int - least(${perMinute}::int, ${asked}::int), least(${perMinute}::int, ${asked}::int), ${now}
      from api_key where id = ${keyId}
        on conflict (key_id) do update
       set remaining = ${left} - ${granted}, granted = ${granted}, at = greatest(a.at, excluded.at)
    returning granted, remaining`.execute(db)
  return rows[0] ?? { granted: asked, remaining: perMinute }
}
