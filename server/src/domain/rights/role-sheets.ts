import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { Identity } from './identity.ts'
import { combineRoles, combineSurveyRights, storedSurveyRights } from './role-rights.ts'
import type { RoleRights, StoredRole, StoredSurveyRights, SurveyRights } from './role-rights.ts'

/** A role as it is stored, with its parent and its place in the list. */
export interface ListedRole extends StoredRole {
  parentId: number | null
}

/** Everything a role, or a person by their role, may do in a universe. Surveys without access are left out. */
export interface RoleSheet {
  role: RoleRights
  surveys: ReadonlyMap<number, SurveyRights>
}

/** The roles of a universe with what each alone would allow, to be combined. */
export interface UniverseRoles {
  roles: ReadonlyMap<number, ListedRole>
  /** Rights by survey, then by role; access only. */
  rights: ReadonlyMap<number, ReadonlyMap<number, StoredSurveyRights>>
}

/** Reads all roles of a universe and their rights in all its surveys, disabled ones included, or in one of them alone. */
export async function readUniverseRoles(
  db: Kysely<Database>,
  universeId: number,
  surveyId?: number,
): Promise<UniverseRoles> {
  const rows = await db
    .selectFrom('role')
    .select([
      'id',
      'name',
      'parent_id as parentId',
      'restricted',
      'can_add_users as canAddUsers',
      'can_see_all_data as canSeeAllData',
      'can_create_roles as canCreateRoles',
      'can_view_completed_samples as canViewCompletedSamples',
    ])
    .where('universe_id', '=', universeId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const given = await db
    .selectFrom('role_survey')
    .innerJoin('role', 'role.id', 'role_survey.role_id')
    .select(['role_survey.role_id as roleId', 'role_survey.survey_id as surveyId', 'role_survey.rights'])
    .where('role.universe_id', '=', universeId)
    .where('role_survey.access', '=', true)
    .$if(surveyId !== undefined, (query) => query.where('role_survey.survey_id', '=', surveyId ?? 0))
    .orderBy('role_survey.survey_id')
    .execute()
  const rights = new Map<number, Map<number, StoredSurveyRights>>()
  for (const { roleId, surveyId, rights: stored } of given) {
    const ofSurvey = rights.get(surveyId) ?? new Map<number, StoredSurveyRights>()
    rights.set(surveyId, ofSurvey)
    ofSurvey.set(roleId, storedSurveyRights.parse(stored))
  }
  return { roles: new Map(rows.map((row) => [row.id, row])), rights }
}

/** Ids of a role and its ancestors, the role first; ends where it would come back to one of them. */
export function lineageOf({ roles }: Pick<UniverseRoles, 'roles'>, roleId: number): number[] {
  const lineage: number[] = []
  let next: number | null | undefined = roleId
  while (next !== null && next !== undefined && !lineage.includes(next)) {
    const role = roles.get(next)
    if (!role) break
    lineage.push(next)
    next = role.parentId
  }
  return lineage
}

/** What a role combined with its parents may do; null for a role that the universe does not have. */
export function sheetOf(all: UniverseRoles, roleId: number): RoleSheet | null {
  const lineage = lineageOf(all, roleId)
  const role = combineRoles(lineage.flatMap((id) => all.roles.get(id) ?? []))
  return role && { role, surveys: surveysOf(all, lineage) }
}

/**
 * What the caller may do in their universe by their role, as the roles are now: in an impersonated session what both may.
 * Null for root, who may do everything, but `canViewAnon` only by giving it to a role.
 */
export function heldSheet(all: UniverseRoles, { isRoot, role }: Pick<Identity, 'isRoot' | 'role'>): RoleSheet | null {
  if (isRoot) return null
  const lineage = role?.lineage ?? []
  const roles = lineage.map((id) => all.roles.get(id))
  const combined = roles.includes(undefined) ? null : combineRoles(roles.filter((one) => one !== undefined))
  return combined ? { role: combined, surveys: surveysOf(all, lineage) } : { role: nothing, surveys: new Map() }
}

/** The rights of somebody without a role. */
const nothing: RoleRights = {
  id: 0,
  name: '',
  restricted: true,
  lineage: [],
  canAddUsers: false,
  canSeeAllData: false,
  canCreateRoles: false,
  canViewCompletedSamples: false,
}

function surveysOf({ rights }: UniverseRoles, lineage: readonly number[]): Map<number, SurveyRights> {
  const surveys = new Map<number, SurveyRights>()
  for (const [surveyId, byRole] of rights) {
    const combined = combineSurveyRights(lineage.map((id) => byRole.get(id) ?? null))
    if (combined) surveys.set(surveyId, combined)
  }
  return surveys
}
