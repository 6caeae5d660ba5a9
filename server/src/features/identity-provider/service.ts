import { say } from '@gensvar/contract/say'
import type { JWK } from 'jose'
import type { Deps } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { issueCode, peekCode, useCode } from '../../platform/rights/one-time-code.ts'
import { hashPassword } from '../../platform/rights/password.ts'
import { endSessionsOf } from '../../platform/rights/sessions.ts'
import { loadProviderKeys, publicKey } from './keys.ts'
import type { ProviderKeys } from './keys.ts'
import { writeToOutbox } from './outbox.ts'
import { embeddedIssuer, realm, realmPath, webClientId } from './place.ts'
import { endAccountRecords, findAccountById, findAccountByName, setPasswordHash } from './store.ts'

const hour = 3600

/** What the rest of the server needs to know of the embedded provider. */
export interface EmbeddedProvider {
  issuer: string
  realm: string
  clientId: string
  /** Public half of its signing key. */
  key: JWK
}

const keysByFolder = new Map<string, Promise<ProviderKeys>>()

/** The embedded provider's keys, read once per data folder. */
export function providerKeys(dataFolder: string): Promise<ProviderKeys> {
  let keys = keysByFolder.get(dataFolder)
  if (!keys) {
    keys = loadProviderKeys(dataFolder)
    keysByFolder.set(dataFolder, keys)
    keys.catch(() => keysByFolder.delete(dataFolder))
  }
  return keys
}

/** Issuer, client and key of the embedded provider; null where users sign in at a Keycloak. */
export async function embeddedProvider({ config }: Pick<Deps, 'config'>): Promise<EmbeddedProvider | null> {
  if (config.identityProvider || config.mode === 'production') return null
  const keys = await providerKeys(config.dataFolder)
  return { issuer: embeddedIssuer(config), realm, clientId: webClientId, key: publicKey(keys) }
}

type PasswordDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'>

/** Refuses password calls where a Keycloak keeps the passwords. */
export function demandOwnPasswords({ config }: Pick<Deps, 'config'>): void {
  if (config.identityProvider || config.mode === 'production')
    throw new AppError(
      'not_found',
      say`Passwords are kept by your identity provider. Change yours on its sign-in page.`,
    )
}

/**
 * Puts a message with a set-password link into the outbox folder, if there is such a user. It says nothing either way:
 * who asks is not told which users exist.
 */
export async function sendPasswordLink(deps: PasswordDeps, name: string, origin: string): Promise<void> {
  demandOwnPasswords(deps)
  const account = await findAccountByName(deps.db, name)
  if (!account) return
  const link = await passwordLink(deps, account.id, origin, hour)
  const file = await writeToOutbox(deps, {
    to: account.email || account.username,
    subject: 'Choose a new password',
    text: `Hello ${account.firstName || account.username},\n\nchoose a new password here within one hour:\n${link}\n\nIf you did not ask for it, ignore this message.\n`,
  })
  deps.log.info({ file }, 'wrote a message with a set-password link to the outbox')
}

/** A link with which a user sets their password once, within `seconds`. */
export async function passwordLink(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  origin: string,
  seconds: number,
): Promise<string> {
  const code = await issueCode(deps, 'set-password', { userId }, seconds)
  return `${origin}${realmPath}/login/password?code=${code}`
}

/** Whether a set-password code may still be used. */
export async function isPasswordCodeGood(deps: Pick<Deps, 'db' | 'clock'>, code: string): Promise<boolean> {
  return (await peekCode(deps, 'set-password', code)) !== null
}

/**
 * Sets the password of the user a code was made for and ends all their sessions. Throws `not_found` for a code that is
 * unknown, used or too old. Returns the user's id.
 */
export async function setPasswordByCode(deps: PasswordDeps, code: string, password: string): Promise<number> {
  demandOwnPasswords(deps)
  const hash = await hashPassword(password)
  return deps.db.transaction().execute(async (db) => {
    const used = await useCode({ ...deps, db }, 'set-password', code)
    const account = typeof used?.['userId'] === 'number' ? await findAccountById(db, used['userId']) : undefined
    if (!account) throw new AppError('not_found', say`This link has been used or has run out. Ask for a new one.`)
    await setPasswordHash(db, account.id, hash)
    await endSessionsOf({ db }, account.id)
    await endAccountRecords(db, String(account.id))
    return account.id
  })
}
