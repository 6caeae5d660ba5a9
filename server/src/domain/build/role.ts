import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { usualSurveyFlags } from '#server/domain/rights/role-rights.ts'
import type { RoleFlags, StoredSurveyRights } from '#server/domain/rights/role-rights.ts'

/** A role to store. A missing flag is not granted. */
export interface NewRole extends Partial<RoleFlags> {
  name: string
  parentId?: number | null
  restricted?: boolean
}

/**
 * Rights to store for a role in a survey. A missing one is not granted; without `viewAccessList` every view is open.
 */
export interface NewSurveyRights extends Partial<Omit<StoredSurveyRights, 'viewAccessList'>> {
  viewAccessList?: readonly { view: string; access: boolean; defaultDrill?: string }[]
}

/** The role with all rights in its universe, the same from an import, `user:add --admin` and the demo. */
export const administratorRole = {
  name: 'administrator',
  canAddUsers: true,
  canSeeAllData: true,
  canCreateRoles: true,
  canViewCompletedSamples: true,
} as const satisfies NewRole

/** All rights in a survey except `canViewAnon`, which must always be granted explicitly. */
export const fullSurveyRights: NewSurveyRights = Object.fromEntries(usualSurveyFlags.map((flag) => [flag, true]))

/** Inserts a role; returns its id. Throws `conflict` where the universe has a role with the name. */
export async function insertRole(db: Kysely<Database>, universeId: number, role: NewRole): Promise<number> {
  const row = await db
    .insertInto('role')
    .values({
      universe_id: universeId,
      name: role.name,
      parent_id: role.parentId,
      can_add_users: role.canAddUsers,
      can_see_all_data: role.canSeeAllData,
      can_create_roles: role.canCreateRoles,
      can_view_completed_samples: role.canViewCompletedSamples,
      restricted: role.restricted,
    })
    .onConflict((conflict) => conflict.columns(['universe_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new AppError('conflict', say`There is already a role "${role.name}".`)
  return row.id
}

/** Id of a universe's role by name: an exact match, or else a case-insensitive one; null where there is none. */
export async function findRole(db: Kysely<Database>, universeId: number, name: string): Promise<number | null> {
  const row = await db
    .selectFrom('role')
    .select('id')
    .where('universe_id', '=', universeId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .orderBy(sql`name = ${name}`, 'desc')
    .orderBy('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Id of a universe's administrator role. A missing one is inserted, with rights in all existing surveys. */
export async function ensureAdministratorRole(db: Kysely<Database>, universeId: number): Promise<number> {
  // Locks the universe: two concurrent calls would otherwise both insert the role.
  await db.selectFrom('universe').select('id').where('id', '=', universeId).forNoKeyUpdate().execute()
  const found = await findRole(db, universeId, administratorRole.name)
  if (found !== null) return found
  const roleId = await insertRole(db, universeId, administratorRole)
  const surveys = await db.selectFrom('survey').select('id').where('universe_id', '=', universeId).execute()
  for (const { id: surveyId } of surveys) await insertSurveyRights(db, { roleId, surveyId }, fullSurveyRights)
  return roleId
}

/** Gives a role access to a survey with the given rights; existing rights are kept unchanged. */
export async function insertSurveyRights(
  db: Kysely<Database>,
  { roleId, surveyId }: { roleId: number; surveyId: number },
  rights: NewSurveyRights,
): Promise<void> {
  await db
    .insertInto('role_survey')
    .values({ role_id: roleId, survey_id: surveyId, access: true, rights: JSON.stringify(rights) })
    .onConflict((conflict) => conflict.columns(['role_id', 'survey_id']).doNothing())
    .execute()
}

/** Opens a new survey to the roles at the top that see all data of its universe, with full rights. */
export async function openToAdministrators(
  db: Kysely<Database>,
  { universeId, surveyId }: { universeId: number; surveyId: number },
): Promise<void> {
  const roles = await db
    .selectFrom('role')
    .select('id')
    .where('universe_id', '=', universeId)
    .where('can_see_all_data', '=', true)
    .where('parent_id', 'is', null)
    .where('restricted', '=', false)
    .execute()
  for (const { id: roleId } of roles) await insertSurveyRights(db, { roleId, surveyId }, fullSurveyRights)
}
