import type { Permission } from '@gensvar/contract/define-route'
import { say } from '@gensvar/contract/say'
import type { Authorise, Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { surveyAccess } from './survey-access.ts'

/** Calls that change who somebody is; whoever acts as another must make them as themselves. */
export const refusedWhileActing: ReadonlySet<string> = new Set(['impersonate', 'changeUniverse'])

/** Stands in a path for "no survey": calls that concern the user alone take it. */
const noSurvey = '-'

/**
 * Refuses a call whose route's permission the caller lacks. Every route with a `{survey}` in its path demands access to
 * that survey, on top of what its permission says. Throws `forbidden`, or `not_found` for another universe's survey.
 */
export const authorise: Authorise = async (ctx, route, params) => {
  if (ctx.identity.actor && refusedWhileActing.has(route.id))
    throw new AppError('forbidden', say`You are acting as ${ctx.identity.username}. Stop acting first.`)
  const survey = typeof params['survey'] === 'string' ? params['survey'] : undefined
  // Ranks come first: someone who may not use a route learns nothing of which surveys exist.
  checkRank(ctx, route.permission)
  if (survey === undefined || (survey === noSurvey && route.permission === 'survey')) return
  const access = await surveyAccess(ctx, survey)
  if (route.permission === 'view-samples' && !access.canViewSamples)
    throw new AppError('forbidden', say`Your role may not open samples of this survey.`)
  if (route.permission === 'view-interviews' && !access.canViewInterviews)
    throw new AppError('forbidden', say`This survey is anonymous: single answers cannot be opened.`)
}

function checkRank({ identity }: Ctx, permission: Permission): void {
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
    case 'user-admin':
      if (!identity.isUserAdmin && !identity.role?.canAddUsers)
        throw new AppError('forbidden', say`Only administrators, and roles that may add users, may do this.`)
      return
    case 'survey':
    case 'view-samples':
    case 'view-interviews':
      if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  }
}
