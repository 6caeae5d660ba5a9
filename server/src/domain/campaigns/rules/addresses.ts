import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { addressSecret } from './address-secret.ts'

/** An address as messages are sent to it, with what it is told again by. */
export interface HashedAddress {
  address: string
  hash: string
}

/**
 * Addresses as messages are sent to them, with their hashes, in the order given: e-mail addresses in lower case with their
 * domain in ASCII, phone numbers as digits with a plus before the country's code. Null for what is neither.
 */
export async function hashedAddresses(
  db: Kysely<Database>,
  universeId: number,
  given: readonly string[],
): Promise<(HashedAddress | null)[]> {
  const secret = await addressSecret(db, universeId)
  const { rows } = await sql<{ address: string | null; hash: string | null }>`
    select n.address, hashed_address(${secret}::bytea, n.address) as hash
      from unnest(${[...given]}::text[]) with ordinality as g (text, at)
      cross join lateral (select normal_address(g.text) as address) n
     order by g.at`.execute(db)
  return rows.map(({ address, hash }) => (address === null || hash === null ? null : { address, hash }))
}

/** What addresses of any kind are told again by, in their order. */
export async function hashesOf(
  db: Kysely<Database>,
  universeId: number,
  addresses: readonly string[],
): Promise<string[]> {
  const secret = await addressSecret(db, universeId)
  const { rows } = await sql<{ hash: string }>`
    select hashed_address(${secret}::bytea, g.text) as hash
      from unnest(${[...addresses]}::text[]) with ordinality as g (text, at) order by g.at`.execute(db)
  return rows.map(({ hash }) => hash)
}

/** A phone number as messages are sent to it; null for what is none. */
export async function normalPhone(db: Kysely<Database>, given: string): Promise<string | null> {
  const { rows } = await sql<{ number: string | null }>`select normal_phone(${given}) as number`.execute(db)
  return rows[0]?.number ?? null
}

/** Hash of an address in SQL; empty where there is none. `secret` is that of `addressSecret`. */
export function hashSql(secret: Buffer, address: Fragment): Fragment {
  return portableSql`coalesce(hashed_address(decode(${secret.toString('hex')}::text, 'hex'), ${address}), '')`
}
