import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { z } from 'zod'
import { callerOf } from '#server/platform/addresses.ts'
import type { Clock } from '#server/platform/clock.ts'
import { plainName } from '#server/domain/build/user.ts'
import type { Database } from '#server/platform/db-types.ts'

/** How long an address is remembered without another sign-in from it, in ms. */
const addressLifetime = 180 * 86_400_000

/**
 * Stores one kind of the provider's records (sessions, codes, tokens ...) in PostgreSQL, so that they survive restarts.
 */
export function oidcStore(db: Kysely<Database>, clock: Clock, model: string): Adapter {
  const read = async (column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> => {
    const found = await db
      .selectFrom('oidc_model')
      .select(['payload', 'consumed_at', 'expires_at'])
      .where('model', '=', model)
      .where(column, '=', value)
      .executeTakeFirst()
    if (!found || (found.expires_at && found.expires_at <= clock.now())) return undefined
    // A new password ends everything from the old one, also records that are being written at the same time.
    const subject = subjectOfRecord(found.payload)
    if (subject !== undefined && !(await findAccountBySubject(db, subject))) return undefined
    return { ...found.payload, ...(found.consumed_at ? { consumed: true } : {}) }
  }
  return {
    async upsert(id, payload, expiresIn) {
      const values = {
        payload: JSON.stringify(payload),
        grant_id: payload.grantId ?? null,
        user_code: payload.userCode ?? null,
        uid: payload.uid ?? null,
        expires_at: expiresIn ? new Date(clock.now().getTime() + expiresIn * 1000) : null,
      }
      await db
        .insertInto('oidc_model')
        .values({ model, id, ...values })
        .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
        .execute()
    },
    find: (id) => read('id', id),
    findByUid: (uid) => read('uid', uid),
    findByUserCode: (userCode) => read('user_code', userCode),
    async consume(id) {
      await db
        .updateTable('oidc_model')
        .set({ consumed_at: clock.now() })
        .where('model', '=', model)
        .where('id', '=', id)
        .execute()
    },
    async destroy(id) {
      await db.deleteFrom('oidc_model').where('model', '=', model).where('id', '=', id).execute()
    },
    async revokeByGrantId(grantId) {
      await db.deleteFrom('oidc_model').where('grant_id', '=', grantId).execute()
    },
  }
}

/** Deletes the records that expired before a moment; returns how many. */
export async function removeExpiredRecords(db: Kysely<Database>, now: Date): Promise<number> {
  const result = await db.deleteFrom('oidc_model').where('expires_at', '<', now).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Removes the embedded provider's records of an account's sign-ins: sessions, grants, codes and tokens. */
export async function endAccountRecords(db: Kysely<Database>, userId: number): Promise<void> {
  const named = sql<string>`coalesce(payload->>'accountId', payload #>> '{result,login,accountId}')`
  await db
    .deleteFrom('oidc_model')
    .where(sql<string>`split_part(${named}, '.', 1)`, '=', String(userId))
    .execute()
}

const recordOfAccount = z.object({
  accountId: z.string().optional(),
  result: z.object({ login: z.object({ accountId: z.string() }).optional() }).optional(),
})

/** The subject of a provider's record, if it has one yet. */
function subjectOfRecord(payload: unknown): string | undefined {
  const read = recordOfAccount.safeParse(payload)
  return read.success ? (read.data.accountId ?? read.data.result?.login?.accountId) : undefined
}

/** A user in the embedded provider. */
export interface Account {
  id: number
  username: string
  email: string
  firstName: string
  lastName: string
  passwordHash: string | null
  demo: boolean
  locale: string | null
  /** Version of the password: how often one was set. */
  credentialVersion: number
}

const accountColumns = [
  'id',
  'username',
  'email',
  'first_name as firstName',
  'last_name as lastName',
  'password_hash as passwordHash',
  'demo',
  'locale',
  'credential_version as credentialVersion',
] as const

/** The account of a user name or e-mail address, without regard to case; disabled users have none. */
export async function findAccountByName(db: Kysely<Database>, name: string): Promise<Account | undefined> {
  const wanted = plainName(name).trim().toLowerCase()
  if (wanted === '') return undefined
  return db
    .selectFrom('app_user')
    .select(accountColumns)
    .where('status', '<>', 1)
    .where((where) =>
      where.or([
        where(sql<string>`lower(username)`, '=', wanted),
        where.and([where('email', '<>', ''), where(sql<string>`lower(email)`, '=', wanted)]),
      ]),
    )
    .orderBy(sql`lower(username) = ${wanted}`, 'desc')
    .executeTakeFirst()
}

/** The account with an id; disabled users have none. */
export async function findAccountById(db: Kysely<Database>, id: number): Promise<Account | undefined> {
  return db
    .selectFrom('app_user')
    .select(accountColumns)
    .where('id', '=', id)
    .where('status', '<>', 1)
    .executeTakeFirst()
}

/**
 * The subject of an account in sessions and tokens: its id with the version of its password, so that a new password
 * ends all of them.
 */
export function subjectOf({ id, credentialVersion }: Pick<Account, 'id' | 'credentialVersion'>): string {
  return `${id}.${credentialVersion}`
}

/** The account of a subject; none if its password has changed since, or the user is disabled. */
export async function findAccountBySubject(db: Kysely<Database>, subject: string): Promise<Account | undefined> {
  const [, id, version] = /^(\d{1,9})\.(\d{1,9})$/.exec(subject) ?? []
  const account = id === undefined ? undefined : await findAccountById(db, Number(id))
  return account?.credentialVersion === Number(version) ? account : undefined
}

/** Whether a user has signed in with their password from an address within the time addresses are remembered. */
export async function isKnownAddress(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  userId: number,
  address: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('known_address')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('address', '=', callerOf(address))
    .where('last_at', '>', new Date(clock.now().getTime() - addressLifetime))
    .executeTakeFirst()
  return found !== undefined
}

/** Stores an address a user has signed in from with their password, and deletes old ones. */
export async function rememberAddress(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  userId: number,
  address: string,
): Promise<void> {
  const now = clock.now()
  await db
    .insertInto('known_address')
    .values({ user_id: userId, address: callerOf(address), last_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_at: now }))
    .execute()
  await db
    .deleteFrom('known_address')
    .where('last_at', '<', new Date(now.getTime() - addressLifetime))
    .execute()
}

/** Deletes a user's known addresses after a new password: somebody who knew the old one may have signed in there. */
export async function forgetAddresses(db: Kysely<Database>, userId: number): Promise<void> {
  await db.deleteFrom('known_address').where('user_id', '=', userId).execute()
}

/** A demo user with their roles by universe. */
export interface DemoUser {
  username: string
  name: string
  isRoot: boolean
  places: { universe: string; role: string }[]
}

/** The demo's users in the order they were created, with their universes' titles in a language. */
export async function listDemoUsers(db: Kysely<Database>, locale: Locale): Promise<DemoUser[]> {
  const rows = await db
    .selectFrom('app_user')
    .leftJoin('user_universe', 'user_universe.user_id', 'app_user.id')
    .leftJoin('universe', 'universe.id', 'user_universe.universe_id')
    .leftJoin('role', 'role.id', 'user_universe.role_id')
    .select([
      'app_user.username',
      'app_user.first_name as firstName',
      'app_user.last_name as lastName',
      'app_user.is_root as isRoot',
      'universe.name as universe',
      'universe.title as title',
      'role.name as role',
    ])
    .where('app_user.demo', '=', true)
    .where('app_user.status', '<>', 1)
    .orderBy('app_user.id')
    .orderBy('universe.id')
    .execute()
  const users = new Map<string, DemoUser>()
  for (const row of rows) {
    const user = users.get(row.username) ?? {
      username: row.username,
      name: `${row.firstName} ${row.lastName}`.trim() || row.username,
      isRoot: row.isRoot,
      places: [],
    }
    users.set(row.username, user)
    if (row.universe && row.role) {
      const universe = pickText(row.title ?? {}, locale) || row.universe
      user.places.push({ universe, role: row.role })
    }
  }
  return [...users.values()]
}

/** Sets a user's password, which invalidates subjects of the previous one, and makes an invited user active. */
export async function setPasswordHash(db: Kysely<Database>, userId: number, hash: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set((update) => ({
      password_hash: hash,
      credential_version: update('credential_version', '+', 1),
      status: update.case().when('status', '=', 2).then(0).else(update.ref('status')).end(),
    }))
    .where('id', '=', userId)
    .execute()
}
