import type { Permission } from '@gensvar/contract/define-route'
import { say } from '@gensvar/contract/say'
import { getSurveyStatus } from '@gensvar/contract/surveys'
import type { Authorise, Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identity } from './identity.ts'
import { surveyAccess } from './survey-access.ts'
import type { SurveyAccess } from './survey-access.ts'

/** Calls that change the session's identity: rejected in an impersonated session. */
export const refusedWhileActing: ReadonlySet<string> = new Set([
  ...['impersonate', 'viewAsRole', 'changeUniverse'],
  // Their mails go to the user themselves.
  // Later rounds choose people with the rights of the user alone.
  'createCampaign',
  ...['createSubscription', 'saveSubscription', 'removeSubscription', 'sendSubscription'],
])

/** Means "no survey" in a path, for calls that concern only the user or their universe. */
const noSurvey = '-'

/** Permissions of such calls. */
const withoutSurvey: ReadonlySet<Permission> = new Set(['survey', 'role-admin', 'user-admin', 'universe-admin', 'root'])

/**
 * Checks the route's permission, and for every route with `{survey}` in its path also the access to that survey. Throws
 * `forbidden`, or `not_found` for a survey of another universe.
 */
export const authorise: Authorise = async (ctx, route, params) => {
  if (ctx.identity.actor && refusedWhileActing.has(route.id))
    throw new AppError(
      'forbidden',
      say`You are acting as ${ctx.identity.viewedRole ?? ctx.identity.username}. Stop acting first.`,
    )
  const survey = typeof params['survey'] === 'string' ? params['survey'] : undefined
  // The permission comes first: without it, the answer must not tell which surveys exist.
  checkRank(ctx, route.permission)
  if (survey === undefined || (survey === noSurvey && withoutSurvey.has(route.permission))) return
  const { db, clock, identity } = ctx
  const access = await surveyAccess(route.id === getSurveyStatus.id ? { db, clock, identity } : ctx, survey)
  if (route.permission === 'view-samples') demandSamples(access)
  if (route.permission === 'view-interviews') demandSingleAnswers(access)
  if (route.permission === 'view-campaigns') demandCampaigns(ctx, access)
}

/** Throws `forbidden` where samples of a survey may not be seen: neither listed nor opened. */
export function demandSamples(access: SurveyAccess): void {
  if (!access.canViewSamples) throw new AppError('forbidden', say`Your role may not open samples of this survey.`)
  // Samples of an anonymous survey tell who was asked and who answered.
  demandSingleAnswers(access)
}

/** Throws `forbidden` where single answers of a survey may not be seen. */
export function demandSingleAnswers({ canViewInterviews }: SurveyAccess): void {
  if (!canViewInterviews)
    throw new AppError('forbidden', say`This survey is anonymous: single answers cannot be opened.`)
}

/**
 * Throws `forbidden` where somebody may neither see nor make campaigns of a survey: whoever may see its samples may, within
 * their scope. In an anonymous survey only whoever administers it may, because samples tell who was asked.
 */
export function demandCampaigns({ identity }: Pick<Ctx, 'identity'>, access: SurveyAccess): void {
  if (mayViewCampaigns({ identity }, access)) return
  if (access.model.anonymity === null) demandSamples(access)
  throw new AppError('forbidden', say`This survey is anonymous: only its administrators may write to people.`)
}

/** Whether somebody may see the campaigns of a survey. */
export function mayViewCampaigns({ identity }: Pick<Ctx, 'identity'>, access: SurveyAccess): boolean {
  return access.canViewSamples && (access.model.anonymity === null || mayAdministrate(identity))
}

/** Whether the caller administers the surveys of their universe that they have access to. */
export function mayAdministrate({ isUserAdmin, universe }: Identity): boolean {
  return isUserAdmin && universe !== null
}

/** Checks what a permission demands besides access to a survey. Throws `forbidden`. */
export function checkRank({ identity }: Pick<Ctx, 'identity'>, permission: Permission): void {
  switch (permission) {
    case 'none':
    case 'sign-in':
    case 'signed-in':
      return
    case 'root':
      if (!identity.isRoot) throw new AppError('forbidden', say`Only root users may do this.`)
      return
    case 'universe-admin':
      if (!identity.isUserAdmin)
        throw new AppError('forbidden', say`Only administrators of the organisation may do this.`)
      return
    case 'create-surveys':
      if (!identity.mayCreateSurveys)
        throw new AppError(
          'forbidden',
          say`Only root users, and administrators whom root has allowed to, may make surveys.`,
        )
      return
    case 'dashboard':
      if (!identity.mayEditDashboards)
        throw new AppError(
          'forbidden',
          say`Only root users, and administrators whom root has allowed to, may edit dashboards.`,
        )
      if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
      return
    case 'user-admin':
      if (!identity.isUserAdmin && !identity.role?.canAddUsers)
        throw new AppError('forbidden', say`Only administrators, and roles that may add users, may do this.`)
      return
    case 'role-admin':
      if (!identity.isRoot && !identity.role?.canCreateRoles)
        throw new AppError('forbidden', say`Only root users, and roles that may create roles, may do this.`)
      return
    case 'survey-admin':
      if (!mayAdministrate(identity))
        throw new AppError('forbidden', say`Only administrators of the organisation may do this.`)
      return
    case 'api-key':
      throw new Error('A route of the API is served with implementKey')
    case 'survey':
    case 'view-samples':
    case 'view-interviews':
    case 'view-campaigns':
      if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  }
}
