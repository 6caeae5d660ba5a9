import type { ApiKeyType } from '@gensvar/contract/api-keys'
import { dateInZone } from '@gensvar/contract/dates'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { readIdentity } from '#server/domain/rights/identity-store.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import { publicAccess } from '#server/domain/rights/public-access.ts'
import type { PublicAccess } from '#server/domain/rights/public-access.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { AccessContext, SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelAt } from '#server/domain/survey/load-survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { KeyLimits } from './key-limits.ts'
import { noteUse, readKeyByHash } from './key-store.ts'
import type { PresentedKey } from './key-store.ts'
import { hashOfToken, isApiToken } from './key-token.ts'

/** What finding a key needs. `requestId` is left out where nobody looks at the survey. */
export type KeyContext = Pick<AccessContext, 'db' | 'clock' | 'requestId'>

/** A key that works, and where. */
interface FoundKey {
  keyId: number
  /** Its ext name. */
  name: string
  universeId: number
  surveyId: number
  /** The place it is bound to, as a drill path without filters. */
  path: string
  /** Most requests a minute. */
  perMinute: number
}

/** A key of the API. */
export interface ApiKeyAccess extends FoundKey {
  /** The user it works for, limited to its survey and place: services that are called with it see no more than `access`. */
  identity: Identity
  /** What that user may see of its survey, in its place. */
  access: SurveyAccess
}

/** A key of a public screen or widget. */
export interface PublicKeyAccess extends FoundKey {
  access: PublicAccess
}

/** In ms. */
const minute = 60_000

const limits = new WeakMap<Kysely<Database>, KeyLimits>()

/** What a key of each type is for. */
const uses: Record<ApiKeyType, Words> = {
  1: say`the widget with the score`,
  2: say`the widget for search engines`,
  3: say`the API`,
  4: say`the big screen`,
}

/**
 * The key with a token, for one purpose, with what it opens. Counts the request, and notes once a minute that the key is
 * used. Throws `unauthenticated`, always in the same words, where there is no such key or it has ended; `forbidden` where it
 * is for another purpose, or its survey, place or user is closed to it; `too_many` where it was used too often.
 */
export function findKey(ctx: KeyContext, token: string, type: 3): Promise<ApiKeyAccess>
export function findKey(ctx: KeyContext, token: string, type: Exclude<ApiKeyType, 3>): Promise<PublicKeyAccess>
export async function findKey(
  ctx: KeyContext,
  token: string,
  type: ApiKeyType,
): Promise<ApiKeyAccess | PublicKeyAccess> {
  const now = ctx.clock.now()
  const hash = hashOfToken(token)
  const key = hash === null ? undefined : await readKeyByHash(ctx.db, hash)
  if (!key || hash === null || !works(key, hash, now))
    throw new AppError('unauthenticated', say`This key is not known here, or it has ended.`)
  if (key.type !== type) throw new AppError('forbidden', say`This key is for ${uses[key.type]}, not for ${uses[type]}.`)
  await countUse(ctx.db, { keyId: key.id, perMinute: key.perMinute }, now)
  const found = await openedBy(ctx, key)
  const before = new Date(now.getTime() - minute)
  if (key.lastUsedAt === null || key.lastUsedAt < before) await noteUse(ctx.db, { id: key.id, now, before })
  return found
}

/**
 * Throws `forbidden` for a key of the API that stands in an address: logs, histories and other sites may have it by then.
 */
export function refuseApiToken(text: string): void {
  if (isApiToken(text))
    throw new AppError(
      'forbidden',
      say`A key of the API does not work in an address, where others can read it. Send it in the Authorization header, and give it a new token now.`,
    )
}

/** Whether a key with this token works at a moment. */
function works(key: PresentedKey, hash: string, now: Date): boolean {
  const isOld = key.tokenHash !== hash
  if (isOld && (key.oldTokenUntil === null || key.oldTokenUntil <= now)) return false
  return key.revokedAt === null && (key.lastDay === null || dateInZone(now, key.timeZone) <= key.lastDay)
}

/** Counts another request with a key that was found. Throws `too_many` where it was used too often. */
export async function countUse(
  db: Kysely<Database>,
  { keyId, perMinute }: Pick<FoundKey, 'keyId' | 'perMinute'>,
  now: Date,
): Promise<void> {
  let known = limits.get(db)
  if (!known) limits.set(db, (known = new KeyLimits(db)))
  const wait = await known.take({ keyId, perMinute }, now)
  if (wait > 0) throw new AppError('too_many', say`This key was used too often. Wait ${wait} s and try again.`)
}

async function openedBy(ctx: KeyContext, key: PresentedKey): Promise<ApiKeyAccess | PublicKeyAccess> {
  const { id: keyId, extName: name, universeId, surveyId, path, perMinute } = key
  const found = { keyId, name, universeId, surveyId, path, perMinute }
  if (key.type !== 3) {
    const model = await loadSurveyModelAt(ctx, { id: surveyId, version: key.surveyVersion })
    return { ...found, access: await publicAccess(ctx, model, path) }
  }
  const identity = await identityOfKey(ctx, key)
  return { ...found, identity, access: await surveyAccess({ ...ctx, identity }, key.survey) }
}

/** The user of a key, limited to it. Throws `forbidden` where they may do nothing in its organisation any more. */
export async function identityOfKey(
  { db, clock }: Pick<KeyContext, 'db' | 'clock'>,
  key: Pick<PresentedKey, 'id' | 'extName' | 'universeId' | 'surveyId' | 'userId' | 'path'>,
): Promise<Identity> {
  const user =
    key.userId === null
      ? null
      : await readIdentity(db, {
          ...{ sessionId: 0, userId: key.userId, universeId: key.universeId, actorUserId: null },
          ...{ lastWrite: { xid: null }, expiresAt: clock.now() },
        })
  // What root may do is bound to no place.
  if (!user || user.isRoot)
    throw new AppError('forbidden', say`The user whom this key works for may do nothing in this organisation any more.`)
  return {
    ...user,
    ...{ isUserAdmin: false, mayCreateSurveys: false, mayEditDashboards: false, mayActAs: false },
    key: { id: key.id, name: key.extName, surveyId: key.surveyId, path: key.path },
  }
}
