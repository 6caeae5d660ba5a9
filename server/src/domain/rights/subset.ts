import type { Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identity } from './identity.ts'
import { isImplied } from './implied.ts'
import { roleFlags, surveyFlags } from './role-rights.ts'
import { surveyAccess } from './survey-access.ts'
import type { AccessContext, SurveyAccess } from './survey-access.ts'
import { readSurveysWithAccess } from './survey-rights-store.ts'

/**
 * Whether `outer` may do and see everything that `inner` may in its universe: role flags, surveys, their flags and
 * views, and rows. When in doubt, false.
 */
export async function rightsWithin(
  deps: { db: Kysely<Database>; clock: Clock },
  inner: Identity,
  outer: Identity,
): Promise<boolean> {
  if (!inner.universe || inner.universe.id !== outer.universe?.id) return false
  if (outer.isRoot) return true
  if (!rankWithin(inner, outer)) return false
  for (const { extName } of await readSurveysWithAccess(deps.db, inner.universe.id)) {
    const innerAccess = await accessOrNull({ ...deps, identity: inner }, extName)
    if (!innerAccess) continue
    const outerAccess = await accessOrNull({ ...deps, identity: outer }, extName)
    if (!outerAccess || !accessWithin(innerAccess, outerAccess)) return false
  }
  return true
}

/** What of an identity is not about a survey. */
export type Rank = Pick<Identity, 'isRoot' | 'isUserAdmin' | 'mayActAs' | 'role'>

/** Whether `outer`, who is not root, may do everything that `inner` may besides what is about a survey. */
export function rankWithin(inner: Rank, outer: Rank): boolean {
  if (inner.isRoot || (inner.isUserAdmin && !outer.isUserAdmin) || (inner.mayActAs && !outer.mayActAs)) return false
  return !roleFlags.some((flag) => inner.role?.[flag] && !outer.role?.[flag])
}

/** Access to a survey; null for somebody who has none. */
export async function accessOrNull(ctx: AccessContext, extName: string): Promise<SurveyAccess | null> {
  try {
    return await surveyAccess(ctx, extName)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Whether `outer` allows everything in a survey that `inner` allows. When in doubt, false. */
export function accessWithin(inner: SurveyAccess, outer: SurveyAccess): boolean {
  if (surveyFlags.some((flag) => inner.rights.flags[flag] && !outer.rights.flags[flag])) return false
  const views = new Set(outer.views.map((view) => view.extName))
  if (!inner.views.every((view) => views.has(view.extName))) return false
  if (!anchorsWithin(inner.rights.anchors, outer.rights.anchors)) return false
  if (!inner.places.within(outer.places)) return false
  return outer.compareScope.conditions.every((condition) => isImplied(condition, inner.compareScope.conditions))
}

function anchorsWithin(inner: SurveyAccess['rights']['anchors'], outer: SurveyAccess['rights']['anchors']): boolean {
  return outer === null || (inner !== null && [...inner].every((anchor) => outer.has(anchor)))
}
