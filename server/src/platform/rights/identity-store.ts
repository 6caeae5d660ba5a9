import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '../db-types.ts'
import type { Actor, Identity } from './identity.ts'
import { combineRoles } from './role-rights.ts'
import type { RoleRights, StoredRole } from './role-rights.ts'

/** Whose identity is wanted, and of which session. */
export interface IdentityRequest {
  sessionId: number
  userId: number
  universeId: number | null
  actorUserId: number | null
  expiresAt: Date
}

/**
 * The identity of a user in a universe as things stand now. Null where the user is disabled or no longer belongs to
 * the universe, or the person acting as them is disabled.
 */
export async function readIdentity(db: Kysely<Database>, request: IdentityRequest): Promise<Identity | null> {
  const { sessionId, userId, universeId, actorUserId, expiresAt } = request
  const [user, actor] = await Promise.all([readUser(db, userId, universeId), readActor(db, actorUserId)])
  if (!user || (actorUserId !== null && !actor)) return null
  const entered = universeId !== null
  if (entered && (user.universeId === null || (!user.isRoot && (user.roleId === null || user.disabled)))) return null
  const role = user.isRoot || user.roleId === null ? null : await readRole(db, user.roleId)
  return {
    sessionId,
    userId,
    username: user.username,
    isRoot: user.isRoot,
    isUserAdmin: user.isRoot || user.admin === true,
    mayActAs: user.isRoot || (user.admin === true && user.actAs === true),
    universe:
      user.universeId === null
        ? null
        : {
            id: user.universeId,
            name: user.name ?? '',
            timeZone: user.timeZone ?? 'UTC',
            defaultLocale: user.defaultLocale ?? 'en',
          },
    role,
    locale: user.memberLocale ?? user.locale ?? user.defaultLocale ?? 'en',
    actor,
    expiresAt,
  }
}

async function readUser(db: Kysely<Database>, userId: number, universeId: number | null) {
  return db
    .selectFrom('app_user')
    .leftJoin('universe', (join) => join.on('universe.id', '=', universeId))
    .leftJoin('user_universe', (join) =>
      join.onRef('user_universe.user_id', '=', 'app_user.id').onRef('user_universe.universe_id', '=', 'universe.id'),
    )
    .select([
      'app_user.username',
      'app_user.is_root as isRoot',
      'app_user.locale',
      'universe.id as universeId',
      'universe.name',
      'universe.time_zone as timeZone',
      'universe.default_locale as defaultLocale',
      'user_universe.role_id as roleId',
      'user_universe.admin',
      'user_universe.act_as as actAs',
      'user_universe.disabled',
      'user_universe.locale as memberLocale',
    ])
    .where('app_user.id', '=', userId)
    .where('app_user.status', '<>', 1)
    .executeTakeFirst()
}

async function readActor(db: Kysely<Database>, userId: number | null): Promise<Actor | null> {
  if (userId === null) return null
  const actor = await db
    .selectFrom('app_user')
    .select(['id as userId', 'username'])
    .where('id', '=', userId)
    .where('status', '<>', 1)
    .executeTakeFirst()
  return actor ?? null
}

/** A role with its parents taken into account; null when it no longer exists. */
export async function readRole(db: Kysely<Database>, roleId: number): Promise<RoleRights | null> {
  // The lineage is cut where it would come round to a role it has been to.
  const { rows } = await sql<StoredRole>`
    WITH RECURSIVE lineage AS (
      SELECT role.*, 0 AS height, ARRAY[id] AS seen FROM role WHERE id = ${roleId}
      UNION ALL
      SELECT parent.*, child.height + 1, child.seen || parent.id
      FROM lineage child JOIN role parent ON parent.id = child.parent_id
      WHERE parent.id <> ALL (child.seen)
    )
    SELECT id, name, restricted, can_add_users AS "canAddUsers", can_see_all_data AS "canSeeAllData",
      can_create_roles AS "canCreateRoles", can_view_completed_samples AS "canViewCompletedSamples"
    FROM lineage ORDER BY height`.execute(db)
  return combineRoles(rows)
}
