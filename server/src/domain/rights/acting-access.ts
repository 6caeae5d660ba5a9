import type { Identity } from './identity.ts'
import { sharedAnchors, sharedNames, surveyFlags } from './role-rights.ts'
import type { RoleRights, SurveyRights } from './role-rights.ts'

/**
 * The identity of a session in which `actor` acts as `user`: it may do and see only what both may, in one universe.
 * Both are given with their own rights there. Null where the actor may not (or no longer) act as the user.
 */
export function actTogether(user: Identity, actor: Identity): Identity | null {
  const together = user.universe !== null && user.universe.id === actor.universe?.id
  if (!together || !actor.mayActAs || user.isRoot) return null
  return {
    ...user,
    isUserAdmin: user.isUserAdmin && actor.isUserAdmin,
    mayCreateSurveys: user.mayCreateSurveys && actor.mayCreateSurveys,
    mayEditDashboards: user.mayEditDashboards && actor.mayEditDashboards,
    // Acting cannot be chained to a third person.
    mayActAs: false,
    role: user.role && sharedRole(user.role, actor),
    actor: { userId: actor.userId, username: actor.username, both: [user, actor] },
  }
}

/**
 * The identity of a session in which somebody looks at the screens as a role: it may do and see only what both the role
 * and they may, in one universe. They are their own actor.
 */
export function viewTogether(person: Identity, role: RoleRights): Identity | null {
  if (person.universe === null) return null
  const ofRole = {
    ...{ isRoot: false, isUserAdmin: false, mayCreateSurveys: false },
    ...{ mayEditDashboards: false, mayActAs: false },
  }
  const viewed: Identity = { ...person, ...ofRole, role }
  return {
    ...viewed,
    role: sharedRole(role, person),
    actor: { userId: person.userId, username: person.username, both: [viewed, person] },
    viewedRole: role.name,
  }
}

/** The people who must all have a right: the caller, or both user and actor in an impersonated session. */
export function peopleOf(identity: Identity): readonly Identity[] {
  return identity.actor?.both ?? [identity]
}

/** Id of the real person: the actor in an impersonated session, else the user. */
export function personAtScreen(identity: Identity): number {
  return identity.actor?.userId ?? identity.userId
}

/** A caller's name as one text; with the name of the actor, the role or the API key in brackets. */
export function nameOf({ username, actor, viewedRole, key }: Identity): string {
  const through = actor ? (viewedRole ?? actor.username) : key?.name
  return through === undefined ? username : `${username} (${through})`
}

/** The rights that `all` have in a survey. Preferences (pages, order of tabs) are those of the first. */
export function sharedSurveyRights(all: readonly [SurveyRights, ...SurveyRights[]]): SurveyRights {
  const [first, ...others] = all
  return others.reduce<SurveyRights>(
    (shared, { flags, views, anchors }) => ({
      ...shared,
      flags: Object.fromEntries(
        surveyFlags.map((flag) => [flag, shared.flags[flag] && flags[flag]]),
      ) as SurveyRights['flags'],
      views: views === null || shared.views === null ? (views ?? shared.views) : sharedNames(shared.views, views),
      anchors: sharedAnchors(shared.anchors, anchors),
    }),
    first,
  )
}

function sharedRole(role: RoleRights, actor: Identity): RoleRights {
  // Root has no role, but every right that a role can give.
  if (actor.isRoot || !actor.role) return role
  const other = actor.role
  return {
    ...role,
    restricted: role.restricted || other.restricted,
    lineage: [...new Set([...role.lineage, ...other.lineage])],
    canAddUsers: role.canAddUsers && other.canAddUsers,
    canSeeAllData: role.canSeeAllData && other.canSeeAllData,
    canCreateRoles: role.canCreateRoles && other.canCreateRoles,
    canViewCompletedSamples: role.canViewCompletedSamples && other.canViewCompletedSamples,
  }
}
