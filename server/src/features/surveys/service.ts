import { ROOT_PATH, plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { surveyStart, surveyStatus } from '@gensvar/contract/surveys'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { vocabularyOf } from '#server/domain/figures/figures.ts'
import type { Ctx } from '#server/domain/context.ts'
import { pathViews, requestedPath } from '#server/domain/paths/request-conditions.ts'
import { mayAdministrate } from '#server/domain/rights/authorise.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { shownMessage } from '#server/domain/system-message.ts'
import { write } from '#server/domain/write.ts'
import { askPeriod } from '#server/domain/scripts/ask-period.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { translate } from '#server/platform/translate.ts'
import { allAlertsOf, countOpenAlerts } from '#server/domain/indicators/open-alerts.ts'
import { askedPeriodOf } from '#server/domain/paths/asked-period.ts'
import type { AskedPage } from '#server/domain/paths/page-period.ts'
import { filterSetFor, offeredPeriods } from '#server/features/filters/service.ts'
import { listPreferences } from '#server/features/preferences/service.ts'
import { announcementLinkOf, announcementsOf } from './announcements.ts'
import { startVersionOf } from './start-version.ts'
import { countOpenDoubts, readBranding, removeSurveyRows } from './store.ts'
import { builtKindsOf, defaultPageOf, startPageOf, surveyEntityOf } from './survey-entity.ts'

export { openSurveyNames, startVersionById } from './start-version.ts'

/** What the screens of a survey need at their start. */
export async function getSurveyStart(ctx: Ctx, survey: string): Promise<z.input<typeof surveyStart>> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const [branding, preferences, standard, time, offered, details] = await Promise.all([
    readBranding(ctx, model.universeId),
    listPreferences(ctx, model.id),
    filterSetFor(ctx, access, 'standard'),
    filterSetFor(ctx, access, 'time'),
    offeredPeriods(ctx, access),
    askPeriod(ctx, model, 'GET_UI_DETAILS', {}),
  ])
  const support = { ...model.config.support, ...details }
  return {
    version: startVersionOf(ctx, access),
    survey: await surveyEntityOf(ctx, access, { standard, time }, offered),
    viewOrder: access.views.map((view) => view.extName),
    startPath: startPathOf(access, todayIn(ctx.clock, access.model.timeZone)),
    startPage: startPageOf(ctx, access),
    defaultPage: defaultPageOf(ctx, access),
    builtKinds: builtKindsOf(model),
    named: model.anonymity === null,
    vocabulary: await vocabularyOf(ctx, access),
    support: {
      faq: support.faq ?? null,
      email: support.email ?? null,
      phone: support.phone ?? null,
      hours: support.hours ?? null,
    },
    branding,
    rights: {
      canViewSamples: access.canViewSamples,
      canViewInterviews: access.canViewInterviews,
      canHandleAlerts: access.rights.flags.canHandleAlerts,
      canEditActions: access.rights.flags.canEditActions,
      canAdministrate: mayAdministrate(ctx.identity),
      canAccessStatusPage: access.rights.flags.canAccessStatusPage,
    },
    preferences,
  }
}

/** The status of an open survey: what can change meanwhile, with the number of open alerts at a place. */
export async function getSurveyStatus(
  ctx: Ctx,
  survey: string,
  drillPath: string,
  page: AskedPage,
): Promise<z.input<typeof surveyStatus>> {
  const access = await surveyAccess(ctx, survey)
  const interval = await askedPeriodOf(ctx, access, page)
  const [settings, nOpenAlerts, allAlerts, openDoubts] = await Promise.all([
    readServerSettings(ctx.db),
    orNull(async () =>
      countOpenAlerts({ ctx, access, requested: await requestedPath(ctx, access, drillPath, { interval }) }),
    ),
    orNull(() => allAlertsOf(ctx, access)),
    mayAdministrate(ctx.identity) ? countOpenDoubts(ctx, access.model.id) : null,
  ])
  const { asOf, updating, problem } = ctx.analytics.freshness()
  return {
    version: startVersionOf(ctx, access),
    nOpenAlerts,
    allAlerts,
    openDoubts,
    systemMessage: shownMessage(settings.systemMessage, ctx.clock.now()),
    announcements: announcementsOf(access.model),
    freshness: {
      updatedAt: asOf?.toISOString() ?? null,
      updating,
      problem: problem && translate(problem, ctx.locale),
    },
  }
}

/** A number, or null for an invalid or forbidden place and while figures are unavailable. */
async function orNull<T>(count: () => Promise<T>): Promise<T | null> {
  try {
    return await count()
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Address of an announcement for the caller. Throws `not_found`. */
export async function getAnnouncementLink(ctx: Ctx, survey: string, name: string): Promise<{ url: string }> {
  const { model } = await surveyAccess(ctx, survey)
  return { url: announcementLinkOf(model, name, ctx.identity.username) }
}

/**
 * Deletes a survey with everything that belongs to it. Returns the number of its responses, and the transaction for
 * `ChangeFeed.waitFor`. Throws `not_found`.
 */
export async function removeSurvey(ctx: Ctx, surveyId: number): Promise<{ responses: number; xid: number }> {
  return write(ctx, async (tx) => {
    const removed = await removeSurveyRows(tx, surveyId)
    if (!removed) throw new AppError('not_found', say`The survey no longer exists.`)
    const { extName, universeId, responses } = removed
    await tx.audit({ action: 'survey.delete', surveyId, universeId, object: extName, details: { responses } })
    return { responses, xid: await tx.surveyChanged(surveyId) }
  })
}

/** The deepest place with everything the caller may open today in the first of their views, or that view's start place. */
function startPathOf(access: SurveyAccess, today: string): string {
  const view = access.views[0]
  if (!view) return ROOT_PATH
  const names = access.places.startOf(view.extName, today)
  const configured = access.rights.defaultDrills.get(view.extName)
  if (names.length === 0 && configured) return configured
  const place = names.map((name, depth) => plainToken(view.levels[depth] ?? '', name))
  return printDrillPath({ view: view.extName, place, filters: [] }, pathViews(access))
}
