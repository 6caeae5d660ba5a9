import type { SendingRules } from '@gensvar/contract/sending-rules'
import { sql } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'

type Db = Pick<WriteTx<WriteContext>, 'db'>

/** Messages that may be sent now. */
export interface Allowance {
  /** In all; `Infinity` without a limit. */
  most: number
  /** To the domains that have a limit of their own. */
  byDomain: ReadonlyMap<string, number>
  /** Whether nothing more can be sent today, because the sender's domain is new. */
  isWarmedOut: boolean
}

/** Where messages are from. */
export interface SendingPlace {
  universeId: number
  fromDomain: string
}

const second = 1000
/** A minute's messages are spread over parts of it, so that a provider does not get them all at once. In ms and parts. */
const part = 10 * second
const parts = 6
/** Days after which a domain that sent nothing is new again. */
const warmDays = 60
/** Any domain, in `sending_pace`. */
const anyDomain = ''

/** Whether anything limits how fast an organisation sends. */
export function hasLimits({ perMinute, perDomain, warmUp }: SendingRules): boolean {
  return perMinute !== null || perDomain.length > 0 || warmUp !== null
}

/**
 * How many messages may be sent now. Others that claim messages of the organisation wait for the end of this transaction,
 * so that workers on one database keep the limits together.
 */
export async function readAllowance(
  { db }: Db,
  { universeId, fromDomain }: SendingPlace,
  rules: SendingRules,
  now: Date,
): Promise<Allowance> {
  await sql`select pg_advisory_xact_lock(hashtext('sending'), ${universeId}::int)`.execute(db)
  const { rows } = await sql<{ domain: string; minute: number; part: number }>`
    select to_domain as domain, sum(taken)::int as minute,
           coalesce(sum(taken) filter (where at > ${before(now, part + second)}::timestamptz), 0)::int as part
      from sending_pace
     where universe_id = ${universeId} and at > ${before(now, parts * part + second)}::timestamptz
     group by to_domain`.execute(db)
  const taken = new Map(rows.map((row) => [row.domain, row]))
  const left = (domain: string, perMinute: number): number => {
    const { minute, part: recent } = taken.get(domain) ?? { minute: 0, part: 0 }
    return Math.max(0, Math.min(perMinute - minute, Math.ceil(perMinute / parts) - recent))
  }
  const warm = rules.warmUp === null ? Infinity : await warmLeft({ db }, { universeId, fromDomain }, rules.warmUp, now)
  return {
    most: Math.min(warm, rules.perMinute === null ? Infinity : left(anyDomain, rules.perMinute)),
    byDomain: new Map(
      rules.perDomain.map(({ domain, perMinute }) => [domain.toLowerCase(), left(domain.toLowerCase(), perMinute)]),
    ),
    isWarmedOut: warm <= 0,
  }
}

/**
 * Counts messages that were taken to be sent, by the domain they go to; negative numbers for those that were not sent after
 * all. `at` is the moment they were taken at.
 */
export async function noteTaken(
  { db }: Db,
  { universeId, fromDomain }: SendingPlace,
  byDomain: ReadonlyMap<string, number>,
  rules: SendingRules,
  at: Date,
): Promise<void> {
  const domains = [...byDomain].filter(([, count]) => count !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (domains.length === 0) return
  await sql`
    insert into sending_day as d (universe_id, day, from_domain, to_domain, sent)
    select ${universeId}::int, ${dayOf(at)}::date, ${fromDomain}, g.domain, g.count
      from unnest(${domains.map(([domain]) => domain)}::text[], ${domains.map(([, count]) => count)}::int[])
           with ordinality as g (domain, count, place) order by g.place
    on conflict (universe_id, day, from_domain, to_domain) do update set sent = d.sent + excluded.sent`.execute(db)
  const limited = new Set(rules.perDomain.map(({ domain }) => domain.toLowerCase()))
  const paced = domains.filter(([domain]) => limited.has(domain))
  if (rules.perMinute !== null) paced.push([anyDomain, domains.reduce((sum, [, count]) => sum + count, 0)])
  if (paced.length === 0) return
  const moment = new Date(Math.floor(at.getTime() / second) * second)
  await sql`
    insert into sending_pace as p (universe_id, to_domain, at, taken)
    select ${universeId}::int, g.domain, ${moment}::timestamptz, g.count
      from unnest(${paced.map(([domain]) => domain)}::text[], ${paced.map(([, count]) => count)}::int[]) as g (domain, count)
    on conflict (universe_id, to_domain, at) do update set taken = p.taken + excluded.taken`.execute(db)
  await sql`
    delete from sending_pace
     where universe_id = ${universeId} and at < ${before(at, 3 * parts * part)}::timestamptz`.execute(db)
}

/** What a sender's domain may still send today: so many times as many with each day that it sent something on. */
async function warmLeft(
  { db }: Db,
  { universeId, fromDomain }: SendingPlace,
  { first, factor }: NonNullable<SendingRules['warmUp']>,
  now: Date,
): Promise<number> {
  const today = dayOf(now)
  const { rows } = await sql<{ days: number; sent: number }>`
    select (select count(*)::int from generate_series(${today}::date - ${warmDays}::int, ${today}::date - 1, '1 day') as g (day)
             where exists (select from sending_day d where d.universe_id = ${universeId} and d.day = g.day::date
                              and d.from_domain = ${fromDomain} and d.sent > 0)) as days,
           (select coalesce(sum(sent), 0)::int from sending_day
             where universe_id = ${universeId} and day = ${today}::date and from_domain = ${fromDomain}) as sent`.execute(
    db,
  )
  const { days = 0, sent = 0 } = rows[0] ?? {}
  return Math.max(0, Math.floor(first * factor ** days) - sent)
}

/** The day (UTC) that messages are counted on. */
function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

function before(now: Date, time: number): Date {
  return new Date(now.getTime() - time)
}
