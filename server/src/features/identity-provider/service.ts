import { say } from '@gensvar/contract/say'
import type { JWK } from 'jose'
import type { Deps } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { endCodes, peekCode, useCode } from '#server/domain/rights/one-time-code.ts'
import { hashPassword } from '#server/domain/rights/password.ts'
import { endSessionsOf, lockUsers } from '#server/domain/rights/sessions.ts'
import { removeOldAttempts } from '#server/domain/rights/attempts.ts'
import { loadProviderKeys, publicKey } from './keys.ts'
import type { ProviderKeys } from './keys.ts'
import { LinkRequests } from './link-requests.ts'
import { writeToOutbox } from './outbox.ts'
import { passwordLink } from './password-link.ts'
import { embeddedIssuer, realm, webClientId } from './place.ts'
import {
  endAccountRecords,
  findAccountById,
  findAccountByName,
  findAccountBySubject,
  forgetAddresses,
  rememberAddress,
  removeExpiredRecords,
  setPasswordHash,
} from './store.ts'

export { embeddedDirectory } from './embedded-directory.ts'
export { givePassword, keepsPasswords, preparePassword } from './give-password.ts'
export { passwordLink } from './password-link.ts'

const hour = 3600

/** What the rest of the server needs to know about the embedded provider. */
export interface EmbeddedProvider {
  issuer: string
  realm: string
  clientId: string
  /** Public half of its signing key. */
  key: JWK
}

const keysByDatabase = new WeakMap<Deps['db'], Promise<ProviderKeys>>()

/** The embedded provider's keys, read once per database. */
export function providerKeys({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<ProviderKeys> {
  let keys = keysByDatabase.get(db)
  if (!keys) {
    keys = loadProviderKeys(db, config.dataFolder)
    keysByDatabase.set(db, keys)
    keys.catch(() => keysByDatabase.delete(db))
  }
  return keys
}

/** Issuer, client and key of the embedded provider; null if users sign in with a Keycloak. */
export async function embeddedProvider(deps: Pick<Deps, 'db' | 'config'>): Promise<EmbeddedProvider | null> {
  const { config } = deps
  if (config.identityProvider || config.mode === 'production') return null
  const keys = await providerKeys(deps)
  return { issuer: embeddedIssuer(config), realm, clientId: webClientId, key: publicKey(keys) }
}

type PasswordDeps = WriteContext & Pick<Deps, 'config' | 'clock' | 'log'>

/** Rejects password calls if a Keycloak keeps the passwords. */
export function demandOwnPasswords({ config }: Pick<Deps, 'config'>): void {
  if (config.identityProvider || config.mode === 'production')
    throw new AppError(
      'not_found',
      say`Passwords are kept by your identity provider. Change yours on its sign-in page.`,
    )
}

const linkRequests = new WeakMap<Deps['db'], LinkRequests>()

function linkRequestsOf(deps: Pick<Deps, 'db' | 'clock'>): LinkRequests {
  let requests = linkRequests.get(deps.db)
  if (!requests) linkRequests.set(deps.db, (requests = new LinkRequests(deps)))
  return requests
}

/**
 * Accepts a request for a set-password link, which is sent if there is such a user. Neither the answer nor its timing
 * shows whether the user exists. `origin` is the address the link leads to, `address` the caller's IP address. Answers
 * 0, or the minutes to wait if that address has asked too often.
 */
export async function requestPasswordLink(
  deps: PasswordDeps,
  { name, address, origin }: { name: string; address: string; origin: string },
): Promise<number> {
  demandOwnPasswords(deps)
  return linkRequestsOf(deps).take(deps, { name, address }, () => sendPasswordLink(deps, name, origin))
}

/** Resolves once all links requested so far are sent. */
export function passwordLinksSent(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return linkRequestsOf(deps).settled()
}

/** Puts a message with a set-password link into the outbox folder, if there is such a user. */
async function sendPasswordLink(deps: PasswordDeps, name: string, origin: string): Promise<void> {
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

/** Whether a set-password code may still be used. */
export async function isPasswordCodeGood(deps: Pick<Deps, 'db' | 'clock'>, code: string): Promise<boolean> {
  return (await peekCode(deps, 'set-password', code)) !== null
}

/**
 * Sets the password of a code's user, and ends everything that came from the old one: sessions here and at the
 * provider, tokens, other links, known addresses. `address` is the user's IP address. Throws `not_found` for a code that
 * is unknown, used or expired.
 */
export async function setPasswordByCode(
  deps: PasswordDeps,
  { code, password, address }: { code: string; password: string; address: string },
): Promise<void> {
  demandOwnPasswords(deps)
  const tooOld = new AppError('not_found', say`This link has been used or has expired. Ask for a new one.`)
  const userId = userOf(await peekCode(deps, 'set-password', code))
  // The link is checked first: hashing is expensive, and only the owner of a valid link may cause it.
  if (userId === undefined) throw tooOld
  const hash = await hashPassword(password)
  await write(deps, async (tx) => {
    const { db } = tx
    await lockUsers(db, [userId])
    const used = userOf(await useCode(tx, 'set-password', code))
    const account = used === undefined ? undefined : await findAccountById(db, used)
    if (!account) throw tooOld
    await setPasswordHash(db, account.id, hash)
    await endCodes(tx, 'set-password', { userId: account.id })
    await endSessionsOf(tx, account.id)
    await endAccountRecords(db, account.id)
    await forgetAddresses(db, account.id)
    await rememberAddress(tx, account.id, address)
    await tx.audit({ action: 'password.set', by: { userId: account.id }, universeId: null })
  })
}

/** Whether a token of the embedded provider names a user and the current version of their password. */
export async function isSubjectCurrent({ db }: Pick<Deps, 'db'>, subject: string): Promise<boolean> {
  return (await findAccountBySubject(db, subject)) !== undefined
}

/** Removes the embedded provider's expired records of sign-ins, and old attempts; returns how many. */
export async function removeExpiredSignIns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  return (await removeExpiredRecords(db, now)) + (await removeOldAttempts(db, now))
}

function userOf(payload: Record<string, unknown> | null): number | undefined {
  return typeof payload?.['userId'] === 'number' ? payload['userId'] : undefined
}
