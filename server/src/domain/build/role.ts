import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { usualSurveyFlags } from '#server/domain/rights/role-rights.ts'
import type { RoleFlags, StoredSurveyRights } from '#server/domain/rights/role-rights.ts'

/** A role to be stored. A flag that is left out is not given. */
export interface NewRole extends Partial<RoleFlags> {
  name: string
  parentId?: number | null
  restricted?: boolean
}

/** What a role is given in one survey. What is left out is not given; without `viewAccessList` every view is open. */
export interface NewSurveyRights extends Partial<Omit<StoredSurveyRights, 'viewAccessList'>> {
  viewAccessList?: readonly { view: string; access: boolean; defaultDrill?: string }[]
}

/** The role that may do everything in its universe, whoever makes it: an import, `user:add --admin`, the demo. */
export const administratorRole = {
  name: 'administrator',
  canAddUsers: true,
  canSeeAllData: true,
  canCreateRoles: true,
  canViewCompletedSamples: true,
} as const satisfies NewRole

/** Everything a role can do in a survey, save seeing through its anonymity, which is only given by naming it. */
export const fullSurveyRights: NewSurveyRights = Object.fromEntries(usualSurveyFlags.map((flag) => [flag, true]))

/** Stores a role; returns its id. Throws `conflict` where the universe has a role of the name. */
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

/** Id of a universe's role by its name, as written or else regardless of case; null where there is none. */
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

/** Id of a universe's administrator role. Where there is none it is stored and given the surveys there are. */
export async function ensureAdministratorRole(db: Kysely<Database>, universeId: number): Promise<number> {
  // Two that find none at the same time would otherwise both store one.
  await db.selectFrom('universe').select('id').where('id', '=', universeId).forNoKeyUpdate().execute()
  const found = await findRole(db, universeId, administratorRole.name)
  if (found !== null) return found
  const roleId = await insertRole(db, universeId, administratorRole)
  const surveys = await db.selectFrom('survey').select('id').where('universe_id', '=', universeId).execute()
  for (const { id: surveyId } of surveys) await insertSurveyRights(db, { roleId, surveyId }, fullSurveyRights)
  return roleId
}

/** Gives a role access to a survey with the given rights; what it was given before stays. */
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
