import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { insertSurveyRights } from '#server/domain/build/role.ts'
import { storedSurveyRights } from '#server/domain/rights/role-rights.ts'
import type { RoleFlags, StoredSurveyRights } from '#server/domain/rights/role-rights.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

/** A stored role: its version, and who saved it last. */
export interface RoleRow {
  id: number
  version: number
  savedBy: string | null
}

/** A role's rights in a survey, also where it has no access at present. */
export interface RoleSurveyRow {
  surveyId: number
  access: boolean
  rights: StoredSurveyRights
}

/** Version of a universe's role and who saved it last; null where it has no such role. */
export async function readRoleRow(db: Kysely<Database>, universeId: number, roleId: number): Promise<RoleRow | null> {
  const row = await db
    .selectFrom('role')
    .leftJoin('app_user', 'app_user.id', 'role.saved_by')
    .select(['role.id', 'role.version', 'app_user.username as savedBy'])
    .where('role.id', '=', roleId)
    .where('role.universe_id', '=', universeId)
    .executeTakeFirst()
  return row ?? null
}

/** A role's rights by survey. */
export async function readRoleSurveys(db: Kysely<Database>, roleId: number): Promise<Map<number, RoleSurveyRow>> {
  const rows = await db
    .selectFrom('role_survey')
    .select(['survey_id as surveyId', 'access', 'rights'])
    .where('role_id', '=', roleId)
    .execute()
  return new Map(rows.map((row) => [row.surveyId, { ...row, rights: storedSurveyRights.parse(row.rights) }]))
}

/** How many users and child roles a role has. */
export interface Holders {
  users: number
  children: number
}

/** How many users and child roles each role of a universe has. */
export async function countHolders(db: Kysely<Database>, universeId: number): Promise<Map<number, Holders>> {
  const { rows } = await sql<Holders & { id: number }>`
    select role.id, coalesce(held.users, 0) as users, coalesce(child.children, 0) as children
      from role
      left join (select role_id, count(*)::int as users from user_universe
                  where universe_id = ${universeId} group by role_id) held on held.role_id = role.id
      left join (select parent_id, count(*)::int as children from role
                  where universe_id = ${universeId} group by parent_id) child on child.parent_id = role.id
     where role.universe_id = ${universeId}`.execute(db)
  return new Map(rows.map(({ id, users, children }) => [id, { users, children }]))
}

/** The surveys of a universe, disabled ones included, by title in no language: by ext name. */
export function readSurveys(db: Kysely<Database>, universeId: number): Promise<{ id: number; extName: string }[]> {
  return db
    .selectFrom('survey')
    .select(['id', 'ext_name as extName'])
    .where('universe_id', '=', universeId)
    .orderBy('ext_name')
    .execute()
}

/** Keeps everybody else from changing roles of the universe until the write ends: two saves could else make a circle. */
export async function lockRoles({ db }: WriteTx, universeId: number): Promise<void> {
  await db.selectFrom('universe').select('id').where('id', '=', universeId).forNoKeyUpdate().execute()
}

/** What is stored of a role besides its rights. */
export interface RoleValues extends RoleFlags {
  name: string
  parentId: number | null
  restricted: boolean
}

/** Changes a role and raises its version. */
export async function updateRole({ db, identity }: WriteTx, roleId: number, values: RoleValues): Promise<void> {
  await db
    .updateTable('role')
    .set((row) => ({
      name: values.name,
      parent_id: values.parentId,
      restricted: values.restricted,
      can_add_users: values.canAddUsers,
      can_see_all_data: values.canSeeAllData,
      can_create_roles: values.canCreateRoles,
      can_view_completed_samples: values.canViewCompletedSamples,
      version: row('version', '+', 1),
      saved_by: identity.userId,
    }))
    .where('id', '=', roleId)
    .execute()
}

/** Sets a role's access to a survey and its rights there. */
export async function saveSurveyRights(
  { db }: WriteTx,
  roleId: number,
  { surveyId, access, rights }: RoleSurveyRow,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('role_survey')
    .set({ access, rights: JSON.stringify(rights) })
    .where('role_id', '=', roleId)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  // Without access there is nothing to keep of a survey that the role never had.
  if (numUpdatedRows > 0n || !access) return
  const { viewAccessList, ...others } = rights
  await insertSurveyRights(db, { roleId, surveyId }, { ...others, ...(viewAccessList && { viewAccessList }) })
}

/** Deletes a role with its rights. */
export async function deleteRoleRow({ db }: WriteTx, roleId: number): Promise<void> {
  await db.deleteFrom('role').where('id', '=', roleId).execute()
}
