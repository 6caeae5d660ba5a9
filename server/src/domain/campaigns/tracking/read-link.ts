import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { readSecret } from '../rules/address-secret.ts'
import { readToken, universeOfToken } from './tokens.ts'
import type { LinkContent, LinkPurpose } from './tokens.ts'

type Db = Kysely<Database>

/** What a link that we signed says, and of which universe it is. */
export interface ReadLink extends LinkContent {
  universeId: number
}

/** Longest token that is read, in characters. */
const longest = 8000
const secrets = new WeakMap<Db, Map<number, Buffer>>()

/** Reads the token of a link; null where it was not signed for this purpose by the universe that it names. */
export async function readLink(db: Db, purpose: LinkPurpose, token: string): Promise<ReadLink | null> {
  if (token.length > longest || !/^[\w-]+$/.test(token)) return null
  return readTokenOf(db, purpose, Buffer.from(token, 'base64url'))
}

/** As `readLink`, for a token that is bytes already. */
export async function readTokenOf(db: Db, purpose: LinkPurpose, token: Buffer): Promise<ReadLink | null> {
  const universeId = universeOfToken(token, purpose)
  const secret = universeId === null ? null : await secretOf(db, universeId)
  const content = secret && readToken(secret, purpose, token)
  return content && universeId !== null ? { ...content, universeId } : null
}

/** A secret is never changed, so it is kept; a universe without one may get it later. */
async function secretOf(db: Db, universeId: number): Promise<Buffer | null> {
  let known = secrets.get(db)
  if (!known) secrets.set(db, (known = new Map()))
  const kept = known.get(universeId)
  if (kept) return kept
  // No universe has such a number, and the database could not hold it.
  if (universeId > 2_147_483_647) return null
  const secret = await readSecret(db, universeId)
  if (secret) known.set(universeId, secret)
  return secret
}
