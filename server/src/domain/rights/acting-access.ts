import type { Identity } from './identity.ts'
import { sharedNames, surveyFlags } from './role-rights.ts'
import type { RoleRights, SurveyRights } from './role-rights.ts'

/**
 * The identity of a session in which `actor` acts as `user`, both as they are by themselves in one universe: it may do
 * and see what both may, and belongs to that universe alone. Null where the actor may not, or no longer, act as them.
 */
export function actTogether(user: Identity, actor: Identity): Identity | null {
  const together = user.universe !== null && user.universe.id === actor.universe?.id
  if (!together || !actor.mayActAs || user.isRoot) return null
  return {
    ...user,
    isUserAdmin: user.isUserAdmin && actor.isUserAdmin,
    // Nobody becomes a third person by way of a second.
    mayActAs: false,
    role: user.role && sharedRole(user.role, actor),
    actor: { userId: actor.userId, username: actor.username, both: [user, actor] },
  }
}

/** The people all of whose rights count: the caller, or the user and the actor while one acts as the other. */
export function peopleOf(identity: Identity): readonly Identity[] {
  return identity.actor?.both ?? [identity]
}

/** Who sits at the screen: the actor while they act as the user. */
export function personAtScreen(identity: Identity): number {
  return identity.actor?.userId ?? identity.userId
}

/** A caller's name where one text is kept of them; while acting, the actor's follows in brackets. */
export function nameOf({ username, actor }: Identity): string {
  return actor ? `${username} (${actor.username})` : username
}

/** What everybody of `all` may do in a survey. Where they merely prefer different things, the first one's counts. */
export function sharedSurveyRights(all: readonly [SurveyRights, ...SurveyRights[]]): SurveyRights {
  const [first, ...others] = all
  return others.reduce<SurveyRights>(
    (shared, { flags, views }) => ({
      ...shared,
      flags: Object.fromEntries(
        surveyFlags.map((flag) => [flag, shared.flags[flag] && flags[flag]]),
      ) as SurveyRights['flags'],
      views: views === null || shared.views === null ? (views ?? shared.views) : sharedNames(shared.views, views),
    }),
    first,
  )
}

function sharedRole(role: RoleRights, actor: Identity): RoleRights {
  // Root has no role, and every right one can give.
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
