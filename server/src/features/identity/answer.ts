import { loginStatus } from '@gensvar/contract/entities/identity'
import type { SignInResult } from '@gensvar/contract/identity'
import { isLocale } from '@gensvar/contract/local-text'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { peopleOf } from '#server/domain/rights/acting-access.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import { authorRights } from '#server/domain/rights/role-rights.ts'
import { readSurveysWithAccess } from '#server/domain/rights/survey-rights-store.ts'
import type { SurveyWithAccess } from '#server/domain/rights/survey-rights-store.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { findProfileById, listCandidates, listMemberships } from './store.ts'
import type { Membership, Profile } from './store.ts'

/** An answer without a session: unknown user, no access here, or the data is not ready. */
export function answerWithoutSession(
  username: string,
  status: number,
  details: { loadStatus?: number; profile?: Profile; memberships?: readonly Membership[] } = {},
): SignInResult {
  const { profile, memberships = [] } = details
  return {
    userId: profile?.userId ?? null,
    username,
    universe: null,
    universes: memberships.map(universeInfo),
    universeAdminUserList: [],
    loginStatus: status,
    loadStatus: details.loadStatus ?? 100,
    globalOverviewData: null,
    surveys: [],
    role: null,
    isRoot: false,
    isUserAdmin: false,
    mayCreateSurveys: false,
    mayEditDashboards: false,
    locale: profile?.locale && isLocale(profile.locale) ? profile.locale : 'en',
    authToken: null,
    impersonator: null,
    viewedRole: null,
    expiresAt: null,
    mayManageRoles: false,
    mayAddUsers: false,
    restricted: false,
    movedTo: null,
  }
}

/** The answer with a session; it includes `token` if the session is new or was resumed by its cookie. */
export async function answerWithSession(
  db: Kysely<Database>,
  identity: Identity,
  status: number,
  token: string | null,
): Promise<SignInResult> {
  const { userId, universe, role } = identity
  const profile = await findProfileById(db, userId)
  const memberships = profile ? await listMemberships(db, profile) : []
  return {
    userId,
    username: identity.username,
    universe: universe?.name ?? null,
    // A user who acts as another stays in the universe chosen for it.
    universes: memberships.filter((one) => !identity.actor || one.universeId === universe?.id).map(universeInfo),
    universeAdminUserList: identity.actor ? [] : await actAsList(db, memberships, userId, status),
    loginStatus: status,
    loadStatus: 100,
    globalOverviewData: null,
    surveys: universe ? await surveysOf(db, identity, universe.id) : [],
    role: role?.name ?? null,
    isRoot: identity.isRoot,
    isUserAdmin: identity.isUserAdmin,
    mayCreateSurveys: identity.mayCreateSurveys,
    mayEditDashboards: identity.mayEditDashboards,
    locale: isLocale(identity.locale) ? identity.locale : 'en',
    authToken: token,
    impersonator: identity.actor?.username ?? null,
    viewedRole: identity.viewedRole ?? null,
    expiresAt: identity.expiresAt.toISOString(),
    mayManageRoles: identity.isRoot || role?.canCreateRoles === true,
    mayAddUsers: !identity.isUserAdmin && role?.canAddUsers === true && !role.restricted,
    restricted: role?.restricted ?? false,
    movedTo: universe && !identity.isRoot ? await noticeOf(db, universe.name) : null,
  }
}

/** The notice shown to users of a universe that has moved. Root can still enter it. */
async function noticeOf(db: Kysely<Database>, universe: string): Promise<SignInResult['movedTo']> {
  const { vgs, finland } = (await readServerSettings(db)).forward
  if (vgs?.universes.includes(universe)) return 'vgs'
  return finland?.universes.includes(universe) ? 'finland' : null
}

function universeInfo({ name, title, host }: Membership) {
  return { name, title, host }
}

async function surveysOf(db: Kysely<Database>, identity: Identity, universeId: number) {
  const surveys = await readSurveysWithAccess(db, universeId)
  return surveys
    .filter((survey) => peopleOf(identity).every((person) => hasAccess(survey, person)))
    .map(({ extName, title }) => ({ extName, title }))
}

function hasAccess(survey: SurveyWithAccess, { isRoot, role, userId, mayCreateSurveys }: Identity): boolean {
  if (isRoot) return true
  if (!role) return false
  const isOpen = role.lineage.every((id) => survey.roleIds.includes(id))
  return isOpen || authorRights(survey, { userId, mayCreateSurveys }) !== null
}

/** Universes whose users one may act as; with the users only while choosing one, as there may be thousands. */
async function actAsList(db: Kysely<Database>, memberships: readonly Membership[], userId: number, status: number) {
  const universes = memberships.filter((one) => one.mayActAs)
  const choosing = status === loginStatus.impersonate
  const candidates = choosing
    ? await listCandidates(
        db,
        universes.map((one) => one.universeId),
        userId,
      )
    : []
  const byUniverse = Map.groupBy(candidates, (one) => one.universeId)
  return universes.map(({ universeId, name, title }) => ({
    universe: name,
    title,
    users: (byUniverse.get(universeId) ?? []).map((one) => ({
      userId: one.userId,
      username: one.username,
      name: one.name,
    })),
  }))
}
