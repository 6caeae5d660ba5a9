import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#server/platform/db-types.ts'

const keysSchema = z.object({
  signing: z.record(z.string(), z.unknown()),
  cookies: z.array(z.string().min(32)).min(1),
})

/** What the embedded provider signs with: a private RS256 key for tokens, secrets for its cookies. */
export interface ProviderKeys {
  signing: JWK & { kid: string }
  cookies: string[]
}

/**
 * Reads the provider's keys, which all servers on one database share; made on first use. Of servers that start together
 * one makes them. Earlier versions kept them in the data folder: those found there are taken. Throws for a file that
 * cannot be read.
 */
export async function loadProviderKeys(db: Kysely<Database>, dataFolder: string): Promise<ProviderKeys> {
  const stored = await readStored(db)
  if (stored) return stored
  const keys = (await readFileOfEarlier(dataFolder)) ?? (await makeKeys())
  await db
    .insertInto('provider_key')
    .values({ id: 1, keys: JSON.stringify(keys) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await readStored(db)) ?? keys
}

/** The public half of the signing key, as `/certs` shows it. */
export function publicKey({ signing }: ProviderKeys): JWK {
  const { kty, n, e, kid, use, alg } = signing
  return { kty, n, e, kid, use, alg }
}

async function makeKeys(): Promise<ProviderKeys> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const kid = randomBytes(8).toString('hex')
  const signing = { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' }
  return { signing, cookies: [randomBytes(32).toString('base64url')] }
}

async function readStored(db: Kysely<Database>): Promise<ProviderKeys | null> {
  const row = await db.selectFrom('provider_key').select('keys').executeTakeFirst()
  return row ? parsed(row.keys) : null
}

async function readFileOfEarlier(dataFolder: string): Promise<ProviderKeys | null> {
  const path = join(dataFolder, 'identity-provider', 'keys.json')
  try {
    return parsed(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`The identity provider's keys in ${path} cannot be read; remove the file to have new ones made.`, {
      cause: error,
    })
  }
}

function parsed(value: unknown): ProviderKeys {
  const { signing, cookies } = keysSchema.parse(value)
  return { signing: signing as JWK & { kid: string }, cookies }
}
