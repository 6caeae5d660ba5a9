import type { Kysely } from 'kysely'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identity } from './identity.ts'
import { readUniverseRoles, sheetOf } from './role-sheets.ts'
import type { RoleSheet } from './role-sheets.ts'
import { authorRights } from './role-rights.ts'
import { accessOrNull, accessWithin, rankWithin } from './subset.ts'
import { accessOf, sortFilters } from './survey-access.ts'
import { readFiltersOfUsers, readSurveysWithAccess } from './survey-rights-store.ts'
import type { UserFilter } from './survey-rights-store.ts'

/** A member of a universe, as a list reads them. */
export interface Member {
  id: number
  roleId: number
  admin: boolean
  actAs: boolean
  isRoot: boolean
}

type Filters = readonly (UserFilter & { surveyId: number | null })[]

/** Whether `outer` may do and see in one survey what somebody with a role and filters may. */
type Comparison = (sheet: RoleSheet, filters: Filters) => boolean

/**
 * Ids of those members of the caller's universe who may do and see nothing that the caller may not, disabled or not: as
 * `rightsWithin` decides of each, but roles, filters and surveys are read once, and equal ones are compared once.
 */
export async function membersWithin(
  deps: { db: Kysely<Database>; clock: Clock },
  members: readonly Member[],
  outer: Identity,
): Promise<ReadonlySet<number>> {
  const { universe } = outer
  if (!universe || members.length === 0) return new Set()
  if (outer.isRoot) return new Set(members.map(({ id }) => id))
  const [roles, surveys, filters] = await Promise.all([
    readUniverseRoles(deps.db, universe.id),
    readSurveysWithAccess(deps.db, universe.id),
    readFiltersOfUsers(
      deps.db,
      universe.id,
      members.map(({ id }) => id),
    ),
  ])
  const comparisons = await Promise.all(surveys.map(({ extName }) => comparisonIn(deps, outer, extName)))
  const sheets = new Map<number, RoleSheet | null>()
  const known = new Map<string, boolean>()
  const isWithin = ({ id, roleId, admin, actAs, isRoot }: Member): boolean => {
    const own = filters.get(id) ?? []
    // Where the caller is none of those who may make surveys, no administrator is within their rights.
    const author = { userId: id, mayCreateSurveys: admin && outer.mayCreateSurveys }
    const made = surveys.flatMap((survey) => {
      const rights = authorRights(survey, author)
      return rights ? [[survey.id, rights] as const] : []
    })
    const key = JSON.stringify([roleId, admin, actAs, isRoot, own, made.map(([surveyId]) => surveyId)])
    const before = known.get(key)
    if (before !== undefined) return before
    if (!sheets.has(roleId)) sheets.set(roleId, sheetOf(roles, roleId))
    const byRole = sheets.get(roleId) ?? null
    const sheet = byRole && made.length > 0 ? { ...byRole, surveys: new Map([...made, ...byRole.surveys]) } : byRole
    const rank = { isRoot, isUserAdmin: admin, mayActAs: admin && actAs, role: sheet?.role ?? null }
    const found = sheet !== null && rankWithin(rank, outer) && comparisons.every((compare) => compare(sheet, own))
    known.set(key, found)
    return found
  }
  return new Set(members.filter(isWithin).map(({ id }) => id))
}

async function comparisonIn(
  deps: { db: Kysely<Database>; clock: Clock },
  outer: Identity,
  extName: string,
): Promise<Comparison> {
  const [outerAccess, model] = await Promise.all([
    accessOrNull({ ...deps, identity: outer }, extName),
    loadSurveyModel(deps, outer.universe?.id ?? 0, extName),
  ])
  const survey = { model, tree: await loadUnitTree(deps, model), today: todayIn(deps.clock, model.timeZone) }
  const compared = (sheet: RoleSheet, filters: Filters): boolean => {
    const rights = sheet.surveys.get(model.id)
    if (!rights) return true
    const limits = sortFilters(model, sheet.role.canSeeAllData ? [] : filters)
    try {
      const inner = accessOf(survey, [{ rights, ...limits }])
      return outerAccess !== null && accessWithin(inner, outerAccess)
    } catch (error) {
      // Whoever may not enter the survey may do nothing there.
      if (error instanceof AppError) return true
      throw error
    }
  }
  const isLimited = !outerAccess || outerAccess.caseScope.conditions.length > outerAccess.compareScope.fixed.length
  const known = new Map<RoleSheet, Map<string, boolean>>()
  const once = (sheet: RoleSheet, filters: Filters): boolean => {
    const ofSheet = known.get(sheet) ?? new Map<string, boolean>()
    known.set(sheet, ofSheet)
    const key = JSON.stringify(filters)
    const before = ofSheet.get(key)
    if (before !== undefined) return before
    const found = compared(sheet, filters)
    ofSheet.set(key, found)
    return found
  }
  return (sheet, filters) =>
    // Filters only narrow: whom a caller without limits covers without theirs is covered with them.
    (!isLimited && once(sheet, [])) ||
    once(
      sheet,
      filters.filter(({ surveyId }) => surveyId === null || surveyId === model.id),
    )
}
