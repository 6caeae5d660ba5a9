import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { withTransaction } from '#server/platform/postgres.ts'
import type { Identity } from './identity.ts'
import { readIdentity } from './identity-store.ts'
import type { IdentityRequest } from './identity-store.ts'
import { hashSecret, newSecret, tokenOfCookie } from './secret.ts'

const minute = 60_000

/** How long a session lasts without use, and at most, in ms. Impersonated sessions are shorter. */
const lifetimes = {
  own: { idle: 30 * minute, longest: 12 * 60 * minute },
  acting: { idle: 15 * minute, longest: 60 * minute },
} as const

interface SessionContext {
  db: Kysely<Database>
  clock: Clock
}

/** A new session with its secrets, which are not stored and cannot be read again. */
export interface NewSession {
  id: number
  /** For the Authorization header. */
  token: string
  /** For the HttpOnly cookie that `validatecookie` reads. */
  cookie: string
  expiresAt: Date
}

/** Whose session it is. */
export interface SessionOf {
  userId: number
  /** Null until the user has chosen one. */
  universeId: number | null
  /** Who acts as the user. */
  actorUserId: number | null
  /** The role that the user looks at the screens as. */
  viewRoleId?: number
}

/** Checks, under a lock, that the credential that starts a session (a token, another session) is still valid. */
export type Proof = (db: Kysely<Database>) => Promise<boolean>

/**
 * Starts a session. Throws `unauthenticated` where `proof` returns false. Locks its people: setting a new password ends
 * all their sessions, and must not miss one that is being created.
 */
export async function startSession(ctx: SessionContext, of: SessionOf, proof?: Proof): Promise<NewSession> {
  return withTransaction(ctx, async ({ db, clock }) => {
    await lockUsers(db, [of.userId, of.actorUserId ?? of.userId])
    if (proof && !(await proof(db))) throw new AppError('unauthenticated', say`Your session has ended. Sign in again.`)
    return insertSession({ db, clock }, of)
  })
}

/** Locks users until the transaction ends, so that nobody else changes them between reads and writes. */
export async function lockUsers(db: Kysely<Database>, userIds: readonly number[]): Promise<void> {
  await db
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [...userIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Whether a session exists, that is, has not been ended. */
export async function isSessionThere(db: Kysely<Database>, sessionId: number): Promise<boolean> {
  return (await selectSession(db).where('id', '=', sessionId).executeTakeFirst()) !== undefined
}

async function insertSession({ db, clock }: SessionContext, of: SessionOf): Promise<NewSession> {
  const cookie = newSecret()
  const token = tokenOfCookie(cookie)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + lifetimeOf(of).idle)
  const { id } = await db
    .insertInto('session')
    .values({
      token_hash: hashSecret(token),
      cookie_hash: hashSecret(cookie),
      user_id: of.userId,
      universe_id: of.universeId,
      actor_user_id: of.actorUserId,
      view_role_id: of.viewRoleId ?? null,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, cookie, expiresAt }
}

/** Deletes the sessions that expired before a moment; returns how many. */
export async function removeExpiredSessions(db: Kysely<Database>, now: Date): Promise<number> {
  const result = await db.deleteFrom('session').where('expires_at', '<', now).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** The identity of a bearer token; null when it is unknown or expired. Extends the session. */
export function identifyByToken(ctx: SessionContext, token: string): Promise<Identity | null> {
  return identifyBy(ctx, 'token_hash', token)
}

/** The identity of a session cookie; null when it is unknown or expired. Extends the session. */
export function identifyByCookie(ctx: SessionContext, cookie: string): Promise<Identity | null> {
  return identifyBy(ctx, 'cookie_hash', cookie)
}

/** The identity of a session by its id, without extending it; null when it has expired. */
export async function identifyById({ db, clock }: SessionContext, sessionId: number): Promise<Identity | null> {
  const session = await selectSession(db).where('id', '=', sessionId).executeTakeFirst()
  return session && session.expiresAt > clock.now() ? identityBehind(db, session) : null
}

/** Stores the current transaction as the last write of the caller's session; the session's next figures wait for it. */
export async function noteLastWrite({
  db,
  identity,
}: {
  db: Kysely<Database>
  identity: Identity | null
}): Promise<void> {
  // Neither the program nor a key has a session.
  if (identity === null || identity.program !== null || identity.key) return
  await db
    .updateTable('session')
    .set({ last_write: sql<string>`greatest(last_write, pg_current_xact_id())` })
    .where('id', '=', identity.sessionId)
    .execute()
}

/** Ends one session. */
export async function endSession({ db }: { db: Kysely<Database> }, sessionId: number): Promise<void> {
  await db.deleteFrom('session').where('id', '=', sessionId).execute()
}

/** Ends all sessions of a user, including impersonated ones, as user or as actor; with a universe only those there. */
export async function endSessionsOf(
  { db }: { db: Kysely<Database> },
  userId: number | readonly number[],
  universeId?: number,
): Promise<void> {
  const users = sql<number>`any(${[userId].flat()}::int[])`
  await db
    .deleteFrom('session')
    .where((where) => where.or([where('user_id', '=', users), where('actor_user_id', '=', users)]))
    .$if(universeId !== undefined, (query) => query.where('universe_id', '=', universeId ?? null))
    .execute()
}

function selectSession(db: Kysely<Database>) {
  return db.selectFrom('session').select([
    'id as sessionId',
    'user_id as userId',
    'universe_id as universeId',
    'actor_user_id as actorUserId',
    'view_role_id as viewRoleId',
    'created_at as createdAt',
    'expires_at as expiresAt',
    // A number not reached yet is from another database, of which this is a copy: waiting for it would not end.
    sql<string | null>`case when last_write < pg_snapshot_xmax(pg_current_snapshot()) then last_write::text end`.as(
      'lastWrite',
    ),
  ])
}

async function identifyBy(
  { db, clock }: SessionContext,
  column: 'token_hash' | 'cookie_hash',
  secret: string,
): Promise<Identity | null> {
  const now = clock.now()
  const session = await selectSession(db).where(column, '=', hashSecret(secret)).executeTakeFirst()
  if (!session || session.expiresAt <= now) return null
  const { idle, longest } = lifetimeOf(session)
  const expiresAt = new Date(Math.min(now.getTime() + idle, session.createdAt.getTime() + longest))
  // Written once a minute at most, so that reading rarely writes.
  if (expiresAt.getTime() - session.expiresAt.getTime() >= minute) {
    await db.updateTable('session').set({ expires_at: expiresAt }).where('id', '=', session.sessionId).execute()
    session.expiresAt = expiresAt
  }
  return identityBehind(db, session)
}

type StoredSession = Omit<IdentityRequest, 'lastWrite'> & { lastWrite: string | null }

/** The identity of a session. Deletes the session when its user or actor has lost access, even if only temporarily. */
async function identityBehind(db: Kysely<Database>, session: StoredSession): Promise<Identity | null> {
  const lastWrite = { xid: session.lastWrite === null ? null : Number(session.lastWrite) }
  const identity = await readIdentity(db, { ...session, lastWrite })
  if (!identity) await endSession({ db }, session.sessionId)
  return identity
}

function lifetimeOf({ actorUserId, viewRoleId = null }: Pick<IdentityRequest, 'actorUserId' | 'viewRoleId'>) {
  return actorUserId === null && viewRoleId === null ? lifetimes.own : lifetimes.acting
}
