import type { suppressedAddress, suppressionReasons } from '@gensvar/contract/sending-rules'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { hashedAddresses } from './addresses.ts'

/** Why nothing is sent to an address. */
export type SuppressionReason = (typeof suppressionReasons)[number]

/** An address that nothing is sent to. */
export type SuppressedAddress = z.input<typeof suppressedAddress>

type SuppressingTx = Pick<WriteTx<WriteContext & { clock: Clock }>, 'db' | 'clock'>

/** What people have said themselves takes the place of any other reason. */
const ownWords: readonly SuppressionReason[] = ['unsubscribed', 'complained']

/**
 * Sends nothing to an address from now on, in all of an organisation. Returns false for a text that is no address. One that
 * is known already keeps its day.
 */
export async function suppress(
  tx: SuppressingTx,
  universeId: number,
  address: string,
  reason: SuppressionReason,
  campaignId: number | null = null,
): Promise<boolean> {
  const [hashed] = await hashedAddresses(tx.db, universeId, [address])
  if (!hashed) return false
  await suppressHashes(tx, universeId, [hashed], reason, campaignId)
  return true
}

/** As `suppress`, for addresses whose hashes are known, as those of recipients; null for one that was erased. */
export async function suppressHashes(
  { db, clock }: SuppressingTx,
  universeId: number,
  given: readonly { address: string | null; hash: string }[],
  reason: SuppressionReason,
  campaignId: number | null = null,
): Promise<number> {
  const { rows } = await sql<{ added: boolean }>`
    insert into suppression as s (universe_id, address_hash, address, reason, campaign_id, created_at)
    select ${universeId}::int, g.hash, min(g.address), ${reason}, ${campaignId}::int, ${clock.now()}::timestamptz
      from unnest(${given.map(({ hash }) => hash)}::text[], ${given.map(({ address }) => address)}::text[]) as g (hash, address)
     group by g.hash order by g.hash
    on conflict (universe_id, address_hash) do update set reason = excluded.reason, campaign_id = excluded.campaign_id
     where excluded.reason = any(${ownWords}::text[]) and not s.reason = any(${ownWords}::text[])
    returning xmax = 0 as added`.execute(db)
  return rows.filter(({ added }) => added).length
}

/**
 * Adds addresses that nothing is sent to. Returns how many are new and how many were known. Throws `validation` at
 * `addresses.INDEX` for each text that is neither an e-mail address nor a phone number; then none is added.
 */
export async function addSuppressed(
  tx: SuppressingTx,
  universeId: number,
  { addresses, reason }: { addresses: readonly string[]; reason: 'imported' | 'entered' },
): Promise<{ added: number; known: number }> {
  const hashed = await hashedAddresses(tx.db, universeId, addresses)
  const wrong: Record<string, Words> = {}
  for (const [at, one] of hashed.entries())
    if (!one) wrong[`addresses.${at}`] = say`Line ${at + 1} is neither an e-mail address nor a phone number.`
  const [first] = Object.values(wrong)
  if (first) throw new AppError('validation', first, wrong)
  const given = new Map(hashed.flatMap((one) => (one ? [[one.hash, one] as const] : [])))
  const added = await suppressHashes(tx, universeId, [...given.values()], reason)
  return { added, known: given.size - added }
}

/** Lets an address be written to again. Throws `not_found` for a key that is not in the list. */
export async function removeSuppressed(
  { db }: Pick<SuppressingTx, 'db'>,
  universeId: number,
  key: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('suppression')
    .where('universe_id', '=', universeId)
    .where('address_hash', '=', key)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('not_found', say`This address is no longer in the list.`)
}

/** Addresses that nothing is sent to, the newest first; a text finds addresses that hold it, and the erased one that it is. */
export async function listSuppressed(
  db: Kysely<Database>,
  universeId: number,
  { from, to, text }: { from: number; to: number; text: string },
): Promise<{ rows: SuppressedAddress[]; totalRows: number }> {
  const part = text.trim().toLowerCase()
  const [whole] = part === '' ? [null] : await hashedAddresses(db, universeId, [part])
  let found = db.selectFrom('suppression as s').where('s.universe_id', '=', universeId)
  if (part !== '')
    found = found.where((where) =>
      where.or([
        where(sql<number>`position(${part} in lower(s.address))`, '>', 0),
        where('s.address_hash', '=', whole?.hash ?? ''),
      ]),
    )
  const [rows, counted] = await Promise.all([
    found
      .leftJoin('campaign as c', 'c.id', 's.campaign_id')
      .select(['s.address_hash as key', 's.address', 's.reason', 'c.title as campaign', 's.created_at as at'])
      .orderBy('s.created_at', 'desc')
      .orderBy('s.address_hash')
      .offset(from)
      .limit(Math.max(0, to - from))
      .execute(),
    found.select((all) => all.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return {
    rows: rows.map(({ at, ...row }) => ({ ...row, createdAt: at.toISOString() })),
    totalRows: counted.n,
  }
}
