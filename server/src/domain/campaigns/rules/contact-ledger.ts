import type { SendingRules } from '@gensvar/contract/sending-rules'
import { sql } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'

/** Whom a message goes to, by hashes of addresses; empty where there is none. */
export interface Contacted {
  hash: string
  /** Of the person's address on the other channel. */
  otherHash: string
}

type Db = Pick<WriteTx<WriteContext>, 'db'>
type ContactRule = SendingRules['contact']

/** Moments that are kept of an address where no rule says how many. */
const mostKept = 10

const day = 86_400_000

/**
 * Notes that people are written to now, each if the organisation's rule of contacts allows it: in the transaction that
 * claims their messages, so that two campaigns at once cannot both write to somebody. Returns for each, in their order,
 * whether they may be written to; of the same person twice, the first. Without a rule everybody may, and it is noted all
 * the same.
 */
export async function claimContacts(
  tx: Db,
  universeId: number,
  people: readonly Contacted[],
  { rule, now }: { rule: ContactRule; now: Date },
): Promise<boolean[]> {
  const hashes = [...new Set(people.flatMap(hashesOf))].toSorted()
  if (rule === null) {
    await noteAll(tx, universeId, hashes, now)
    return people.map(() => true)
  }
  const since = now.getTime() - rule.days * day
  const known = await lockContacts(tx, universeId, hashes)
  const changed = new Set<string>()
  const allowed = people.map((person) => {
    const own = hashesOf(person)
    const recent = own.map((hash) => (known.get(hash) ?? []).filter((at) => at > since))
    if (recent.some((moments) => moments.length >= rule.times)) return false
    for (const [at, hash] of own.entries()) {
      known.set(hash, [...(recent[at] ?? []), now.getTime()])
      changed.add(hash)
    }
    return true
  })
  await storeContacts(tx, universeId, new Map([...changed].map((hash) => [hash, known.get(hash) ?? []])))
  return allowed
}

/** Takes back what `claimContacts` noted at a moment, for messages that were not sent after all. */
export async function releaseContacts(
  { db }: Db,
  universeId: number,
  people: readonly Contacted[],
  noted: Date,
): Promise<void> {
  const hashes = [...new Set(people.flatMap(hashesOf))].toSorted()
  await sql`
    update contact_ledger l set sent_at = array_remove(l.sent_at, ${noted}::timestamptz)
      from (select address_hash from contact_ledger
             where universe_id = ${universeId} and address_hash = any(${hashes}::text[])
             order by address_hash for update) held
     where l.universe_id = ${universeId} and l.address_hash = held.address_hash`.execute(db)
}

function hashesOf({ hash, otherHash }: Contacted): string[] {
  return [...new Set([hash, otherHash])].filter((one) => one !== '')
}

async function noteAll({ db }: Db, universeId: number, hashes: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into contact_ledger as l (universe_id, address_hash, sent_at)
    select ${universeId}::int, hash, array[${now}::timestamptz]
      from unnest(${[...hashes]}::text[]) with ordinality as g (hash, at) order by at
    on conflict (universe_id, address_hash) do update
       set sent_at = l.sent_at[greatest(1, cardinality(l.sent_at) - ${mostKept - 2}):] || excluded.sent_at`.execute(db)
}

/** Locks the rows of addresses, made where there are none, in one order, so that two claims never wait for each other. */
async function lockContacts({ db }: Db, universeId: number, hashes: readonly string[]): Promise<Map<string, number[]>> {
  await sql`
    insert into contact_ledger (universe_id, address_hash, sent_at)
    select ${universeId}::int, hash, '{}' from unnest(${[...hashes]}::text[]) with ordinality as g (hash, at) order by at
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ hash: string; moments: Date[] }>`
    select address_hash as hash, sent_at as moments from contact_ledger
     where universe_id = ${universeId} and address_hash = any(${[...hashes]}::text[])
     order by address_hash for update`.execute(db)
  return new Map(rows.map(({ hash, moments }) => [hash, moments.map((at) => at.getTime())]))
}

async function storeContacts({ db }: Db, universeId: number, known: ReadonlyMap<string, number[]>): Promise<void> {
  const given = [...known].map(([hash, moments]) => ({ hash, moments: moments.map((at) => new Date(at)) }))
  await sql`
    update contact_ledger l set sent_at = g.moments
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (hash text, moments timestamptz[])
     where l.universe_id = ${universeId} and l.address_hash = g.hash`.execute(db)
}
