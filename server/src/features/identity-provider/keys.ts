import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'
import { z } from 'zod'

const keysFile = z.object({
  signing: z.record(z.string(), z.unknown()),
  cookies: z.array(z.string().min(32)).min(1),
})

/** What the embedded provider signs with: a private RS256 key for tokens, secrets for its cookies. */
export interface ProviderKeys {
  signing: JWK & { kid: string }
  cookies: string[]
}

/**
 * Reads the provider's keys from the data folder, making them on first use. The file is readable by its owner
 * alone. Processes that start together end up with the same keys: only one of them creates the file.
 */
export async function loadProviderKeys(dataFolder: string): Promise<ProviderKeys> {
  const path = join(dataFolder, 'identity-provider', 'keys.json')
  const existing = await readKeys(path)
  if (existing) return existing
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const kid = randomBytes(8).toString('hex')
  const signing = { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' }
  const keys = { signing, cookies: [randomBytes(32).toString('base64url')] }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${randomUUID()}`
  await writeFile(fresh, JSON.stringify(keys), { mode: 0o600 })
  try {
    // Creating a hard link is atomic: no other process sees a file without its content.
    await link(fresh, path)
    return keys
  } catch (error) {
    const others = await readKeys(path)
    if (others === null) throw error
    return others
  } finally {
    await rm(fresh)
  }
}

/** The public half of the signing key, as `/certs` shows it. */
export function publicKey({ signing }: ProviderKeys): JWK {
  const { kty, n, e, kid, use, alg } = signing
  return { kty, n, e, kid, use, alg }
}

async function readKeys(path: string): Promise<ProviderKeys | null> {
  try {
    const { signing, cookies } = keysFile.parse(JSON.parse(await readFile(path, 'utf8')))
    return { signing: signing as JWK & { kid: string }, cookies }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`The identity provider's keys in ${path} cannot be read; remove the file to have new ones made.`, {
      cause: error,
    })
  }
}
