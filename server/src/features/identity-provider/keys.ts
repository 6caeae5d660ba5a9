import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
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
 * alone. Two processes starting together end up with the same keys: the file is created exclusively.
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
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(JSON.stringify(keys))
    await file.close()
    return keys
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
    return (await readKeys(path)) ?? keys
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
    if (isErrno(error, 'ENOENT')) return null
    throw new Error(`The identity provider's keys in ${path} cannot be read; remove the file to have new ones made.`, {
      cause: error,
    })
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
