import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { storedSurveyRights } from './role-rights.ts'
import type { StoredSurveyRights } from './role-rights.ts'

/** Rights in a survey of each role of a lineage, in the same order; null for a role without access. */
export async function readSurveyRights(
  db: Kysely<Database>,
  surveyId: number,
  lineage: readonly number[],
): Promise<(StoredSurveyRights | null)[]> {
  if (lineage.length === 0) return []
  const rows = await db
    .selectFrom('role_survey')
    .select(['role_id', 'rights'])
    .where('survey_id', '=', surveyId)
    .where('role_id', 'in', [...lineage])
    .where('access', '=', true)
    .execute()
  const byRole = new Map(rows.map((row) => [row.role_id, row.rights]))
  return lineage.map((id) => {
    const rights = byRole.get(id)
    return rights === undefined ? null : storedSurveyRights.parse(rights)
  })
}

/** A user's question filter: only responses whose answer is one of the values. */
export interface UserFilter {
  variable: string
  values: readonly string[]
}

/** Question filters of a user in a survey: those for this survey and those for all surveys of the universe. */
export async function readUserFilters(
  db: Kysely<Database>,
  at: { userId: number; universeId: number; surveyId: number },
): Promise<UserFilter[]> {
  return db
    .selectFrom('user_filter')
    .select(['variable', 'values'])
    .where('user_id', '=', at.userId)
    .where('universe_id', '=', at.universeId)
    .where((where) => where.or([where('survey_id', 'is', null), where('survey_id', '=', at.surveyId)]))
    .orderBy('id')
    .execute()
}

/** The question filters of several members of a universe by user, each with its survey; null for all surveys. */
export async function readFiltersOfUsers(
  db: Kysely<Database>,
  universeId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, readonly (UserFilter & { surveyId: number | null })[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user_filter')
    .select(['user_id as userId', 'survey_id as surveyId', 'variable', 'values'])
    .where('universe_id', '=', universeId)
    .where('user_id', 'in', [...userIds])
    .orderBy('id')
    .execute()
  const filters = new Map<number, (UserFilter & { surveyId: number | null })[]>()
  for (const { userId, ...filter } of rows) {
    const own = filters.get(userId)
    if (own) own.push(filter)
    else filters.set(userId, [filter])
  }
  return filters
}

/** An enabled survey with the ids of the roles that have access, and of its author. */
export interface SurveyWithAccess {
  id: number
  extName: string
  title: Record<string, string>
  roleIds: number[]
  authorId: number | null
}

/** The enabled surveys of a universe, each with who has access. */
export async function readSurveysWithAccess(db: Kysely<Database>, universeId: number): Promise<SurveyWithAccess[]> {
  const rows = await db
    .selectFrom('survey')
    .leftJoin('role_survey', (join) =>
      join.onRef('role_survey.survey_id', '=', 'survey.id').on('role_survey.access', '=', true),
    )
    .select(['survey.id', 'survey.ext_name as extName', 'survey.title', 'survey.author_id as authorId'])
    .select('role_survey.role_id as roleId')
    .where('survey.universe_id', '=', universeId)
    .where('survey.disabled', '=', false)
    .orderBy('survey.id')
    .execute()
  const surveys = new Map<number, SurveyWithAccess>()
  for (const { roleId, ...survey } of rows) {
    const entry = surveys.get(survey.id) ?? { ...survey, roleIds: [] }
    surveys.set(survey.id, entry)
    if (roleId !== null) entry.roleIds.push(roleId)
  }
  return [...surveys.values()]
}
