import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db-types.ts'

/** Keeps one kind of the provider's records (sessions, codes, tokens ...) in PostgreSQL, so that restarts lose none. */
export function oidcStore(db: Kysely<Database>, clock: Clock, model: string): Adapter {
  const read = async (column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> => {
    const found = await db
      .selectFrom('oidc_model')
      .select(['payload', 'consumed_at', 'expires_at'])
      .where('model', '=', model)
      .where(column, '=', value)
      .executeTakeFirst()
    if (!found || (found.expires_at && found.expires_at <= clock.now())) return undefined
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

/** Removes records that have run out; called now and then, since nothing else does. */
export async function sweepOidcRecords(db: Kysely<Database>, clock: Clock): Promise<void> {
  await db.deleteFrom('oidc_model').where('expires_at', '<', clock.now()).execute()
}

/** Ends every sign-in of an account at the embedded provider: sessions, grants and tokens. */
export async function endAccountRecords(db: Kysely<Database>, accountId: string): Promise<void> {
  await db
    .deleteFrom('oidc_model')
    .where(sql<string>`payload->>'accountId'`, '=', accountId)
    .execute()
}

/** A user as the embedded provider knows them. */
export interface Account {
  id: number
  username: string
  email: string
  firstName: string
  lastName: string
  passwordHash: string | null
  demo: boolean
  locale: string | null
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
] as const

/** The account of a user name or e-mail address, without regard to case; disabled users have none. */
export async function findAccountByName(db: Kysely<Database>, name: string): Promise<Account | undefined> {
  const wanted = name.trim().toLowerCase()
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

/** Demo user with what they show: their roles by universe. */
export interface DemoUser {
  username: string
  name: string
  isRoot: boolean
  places: { universe: string; role: string }[]
}

/** The demo's users in the order they were made, with their universes' titles in a language. */
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

/** Sets a user's password; the invited become active by it. */
export async function setPasswordHash(db: Kysely<Database>, userId: number, hash: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set((update) => ({
      password_hash: hash,
      status: update.case().when('status', '=', 2).then(0).else(update.ref('status')).end(),
    }))
    .where('id', '=', userId)
    .execute()
}
