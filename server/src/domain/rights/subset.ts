import type { Kysely } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identity } from './identity.ts'
import { isImplied } from './implied.ts'
import { roleFlags, surveyFlags } from './role-rights.ts'
import { surveyAccess } from './survey-access.ts'
import type { SurveyAccess } from './survey-access.ts'
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
  if (inner.isRoot || (inner.isUserAdmin && !outer.isUserAdmin) || (inner.mayActAs && !outer.mayActAs)) return false
  if (roleFlags.some((flag) => inner.role?.[flag] && !outer.role?.[flag])) return false
  for (const { extName } of await readSurveysWithAccess(deps.db, inner.universe.id)) {
    const innerAccess = await accessOrNull({ ...deps, identity: inner }, extName)
    if (!innerAccess) continue
    const outerAccess = await accessOrNull({ ...deps, identity: outer }, extName)
    if (!outerAccess || !accessWithin(innerAccess, outerAccess)) return false
  }
  return true
}

async function accessOrNull(ctx: Parameters<typeof surveyAccess>[0], extName: string): Promise<SurveyAccess | null> {
  try {
    return await surveyAccess(ctx, extName)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function accessWithin(inner: SurveyAccess, outer: SurveyAccess): boolean {
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
