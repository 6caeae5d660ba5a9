import { roleFlags, surveyFlags } from './role-rights.ts'
import type { RoleFlags, SurveyFlag, SurveyRights } from './role-rights.ts'
import type { RoleSheet } from './role-sheets.ts'

/** A right that somebody would give without having it; `surveyId` is null for one that is about no survey. */
export type Excess =
  | { surveyId: null; right: keyof RoleFlags | 'restricted' }
  | { surveyId: number; right: SurveyFlag | 'access' | 'viewAccessList' | 'anchorAccessList' }

/** What `given` allows that `held` does not; nothing where `held` is null, which is root. */
export function excessOf(given: RoleSheet, held: RoleSheet | null): Excess[] {
  if (held === null) return []
  const found: Excess[] = roleFlags
    .filter((flag) => given.role[flag] && !held.role[flag])
    .map((right) => ({ surveyId: null, right }))
  // Users of a restricted role may edit nobody but themselves; a role without the limit allows more.
  if (held.role.restricted && !given.role.restricted) found.push({ surveyId: null, right: 'restricted' })
  for (const [surveyId, rights] of given.surveys) {
    const own = held.surveys.get(surveyId)
    if (own) found.push(...excessIn(rights, own).map((right) => ({ surveyId, right })))
    else found.push({ surveyId, right: 'access' })
  }
  return found
}

function excessIn(given: SurveyRights, held: SurveyRights): (SurveyFlag | 'viewAccessList' | 'anchorAccessList')[] {
  return [
    ...surveyFlags.filter((flag) => given.flags[flag] && !held.flags[flag]),
    ...(isNamesWithin(given.views, held.views) ? [] : (['viewAccessList'] as const)),
    ...(isNamesWithin(given.anchors, held.anchors) ? [] : (['anchorAccessList'] as const)),
  ]
}

/** Null means every name, also those that are yet to come. */
function isNamesWithin(given: ReadonlySet<string> | null, held: ReadonlySet<string> | null): boolean {
  if (held === null) return true
  return given !== null && [...given].every((name) => held.has(name))
}
