import type { Kysely } from 'kysely'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { readIdentity } from './identity-store.ts'
import { authorRights, rootSurveyRights } from './role-rights.ts'
import { readUniverseRoles, sheetOf } from './role-sheets.ts'
import { accessOf, accessWith, sortFilters } from './survey-access.ts'
import type { AccessContext, SurveyAccess } from './survey-access.ts'
import { readFiltersOfUsers } from './survey-rights-store.ts'

/** Whether a user may enter an organisation now: they belong to it and are not disabled. */
export async function mayEnter(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  userId: number,
  universeId: number,
): Promise<boolean> {
  return (await identityOf({ db, clock }, userId, universeId)) !== null
}

/**
 * What another user may see and do in a survey, for the program to decide what to give them; null where they may not
 * enter its organisation or the survey.
 */
export async function accessOfUser(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  { model, tree }: { model: SurveyModel; tree: UnitTree },
  userId: number,
): Promise<SurveyAccess | null> {
  const identity = await identityOf({ db, clock }, userId, model.universeId)
  if (!identity) return null
  try {
    return await accessWith({ db, clock, identity }, model, async () => tree)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * The same of several users, with as many statements as of one; those who may not enter are left out.
 */
export async function accessOfUsers(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  { model, tree }: { model: SurveyModel; tree: UnitTree },
  userIds: readonly number[],
): Promise<Map<number, SurveyAccess>> {
  if (userIds.length === 0) return new Map()
  const { id, universeId } = model
  const [users, roles, filters] = await Promise.all([
    readUsers(db, universeId, userIds),
    readUniverseRoles(db, universeId, id),
    readFiltersOfUsers(db, universeId, userIds),
  ])
  const survey = { model, tree, today: todayIn(clock, model.timeZone) }
  const found = new Map<number, SurveyAccess>()
  for (const { userId, isRoot, roleId, mayCreateSurveys } of users) {
    const sheet = isRoot || roleId === null ? null : sheetOf(roles, roleId)
    const own = sheet && (sheet.surveys.get(id) ?? authorRights(model, { userId, mayCreateSurveys }))
    const rights = isRoot ? rootSurveyRights : model.disabled ? null : own
    if (!rights) continue
    const seesAll = isRoot || sheet?.role.canSeeAllData === true
    const limits = seesAll ? [] : (filters.get(userId) ?? []).filter((one) => (one.surveyId ?? id) === id)
    try {
      found.set(userId, accessOf(survey, [{ rights, ...sortFilters(model, limits) }]))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return found
}

/** Those of some users who may enter a universe, with their roles there. */
async function readUsers(db: Kysely<Database>, universeId: number, userIds: readonly number[]) {
  const users = await db
    .selectFrom('app_user')
    .leftJoin('universe', (join) => join.on('universe.id', '=', universeId))
    .leftJoin('user_universe', (join) =>
      join
        .onRef('user_universe.user_id', '=', 'app_user.id')
        .on('user_universe.universe_id', '=', universeId)
        .on('user_universe.disabled', '=', false),
    )
    .select(['app_user.id as userId', 'app_user.is_root as isRoot', 'user_universe.role_id as roleId'])
    .select(['user_universe.admin', 'universe.admins_create_surveys as adminsCreateSurveys'])
    .where('app_user.id', 'in', [...userIds])
    .where('app_user.status', '<>', 1)
    .execute()
  return users.map(({ admin, adminsCreateSurveys, ...user }) => ({
    ...user,
    mayCreateSurveys: admin === true && adminsCreateSurveys === true,
  }))
}

function identityOf({ db, clock }: Pick<AccessContext, 'db' | 'clock'>, userId: number, universeId: number) {
  const at = { sessionId: 0, userId, universeId, actorUserId: null, lastWrite: { xid: null } }
  return readIdentity(db, { ...at, expiresAt: clock.now() })
}
