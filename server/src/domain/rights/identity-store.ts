import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { actTogether, viewTogether } from './acting-access.ts'
import type { Identity, LastWrite } from './identity.ts'
import { combineRoles } from './role-rights.ts'
import type { RoleRights, StoredRole } from './role-rights.ts'

/** The user, universe and session of an identity to read. */
export interface IdentityRequest {
  sessionId: number
  userId: number
  universeId: number | null
  actorUserId: number | null
  /** The role that the user looks at the screens as. */
  viewRoleId?: number | null
  lastWrite: LastWrite
  expiresAt: Date
  /** For the rights of somebody who is disabled, as they would be; never for a session. */
  evenDisabled?: true
}

/**
 * The current identity of a user in a universe. Null where the user is disabled or no longer belongs to the universe;
 * in an impersonated session also where this is true of the actor, or where they may no longer act as others, and in one
 * that looks at the screens as a role where this is gone.
 */
export async function readIdentity(db: Kysely<Database>, request: IdentityRequest): Promise<Identity | null> {
  const { viewRoleId = null } = request
  if (viewRoleId !== null) {
    const [person, viewed] = await Promise.all([readPerson(db, request), readRole(db, viewRoleId)])
    return person && viewed && viewTogether(person, viewed)
  }
  if (request.actorUserId === null) return readPerson(db, request)
  const [user, actor] = await Promise.all([
    readPerson(db, request),
    readPerson(db, { ...request, userId: request.actorUserId }),
  ])
  return user && actor && actTogether(user, actor)
}

/**
 * The caller's identity in another of their universes; null where they may not enter it. Always null for another
 * universe in an impersonated session, and with an API key: both are limited to one.
 */
export async function identityIn(
  db: Kysely<Database>,
  identity: Identity,
  universeId: number,
): Promise<Identity | null> {
  if (identity.actor || identity.key) return identity.universe?.id === universeId ? identity : null
  const { sessionId, userId, lastWrite, expiresAt } = identity
  return readIdentity(db, { sessionId, userId, universeId, actorUserId: null, lastWrite, expiresAt })
}

async function readPerson(db: Kysely<Database>, request: IdentityRequest): Promise<Identity | null> {
  const { sessionId, userId, universeId, lastWrite, expiresAt, evenDisabled } = request
  const user = await readUser(db, userId, universeId, evenDisabled)
  if (!user) return null
  const entered = universeId !== null
  if (
    entered &&
    (user.universeId === null || (!user.isRoot && (user.roleId === null || (user.disabled && !evenDisabled))))
  )
    return null
  const role = user.isRoot || user.roleId === null ? null : await readRole(db, user.roleId)
  return {
    sessionId,
    userId,
    username: user.username,
    isRoot: user.isRoot,
    isUserAdmin: user.isRoot || user.admin === true,
    mayCreateSurveys: user.isRoot || (user.admin === true && user.adminsCreateSurveys === true),
    mayEditDashboards: user.isRoot || (user.admin === true && user.editsDashboards === true),
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
    actor: null,
    program: null,
    lastWrite,
    expiresAt,
  }
}

async function readUser(db: Kysely<Database>, userId: number, universeId: number | null, evenDisabled?: true) {
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
      'universe.admins_create_surveys as adminsCreateSurveys',
      'universe.edits_dashboards as editsDashboards',
      'universe.default_locale as defaultLocale',
      'user_universe.role_id as roleId',
      'user_universe.admin',
      'user_universe.act_as as actAs',
      'user_universe.disabled',
      'user_universe.locale as memberLocale',
    ])
    .where('app_user.id', '=', userId)
    .$if(!evenDisabled, (query) => query.where('app_user.status', '<>', 1))
    .executeTakeFirst()
}

/** A role combined with its parents; null when it no longer exists. */
export async function readRole(db: Kysely<Database>, roleId: number): Promise<RoleRights | null> {
  // The lineage ends at a role that it already includes, in case of a cycle.
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
