import { ROOT_PATH, plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { systemMessage } from '@gensvar/contract/entities/shell'
import type { surveyStart } from '@gensvar/contract/surveys'
import type { z } from 'zod'
import { vocabularyOf } from '../../domain/figures/figures.ts'
import type { Ctx } from '../../domain/context.ts'
import { pathViews, requestedPath } from '../../domain/paths/request-conditions.ts'
import { surveyAccess } from '../../domain/rights/survey-access.ts'
import type { SurveyAccess } from '../../domain/rights/survey-access.ts'
import { readServerSettings } from '../../platform/server-settings.ts'
import { countOpenAlerts } from '../../domain/indicators/segmented-drill-path.ts'
import { filterSetFor } from '../filters/service.ts'
import { listPreferences } from '../preferences/service.ts'
import { campaignLinkOf, dialogCampaignsOf } from './announcements.ts'
import { readBranding } from './store.ts'
import { startPageOf, surveyEntityOf } from './survey-entity.ts'

/** Everything the shell needs to open a survey. */
export async function getSurveyStart(ctx: Ctx, survey: string): Promise<z.input<typeof surveyStart>> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const startPath = startPathOf(access)
  const [settings, branding, preferences, nOpenAlerts, standard, time] = await Promise.all([
    readServerSettings(ctx.db),
    readBranding(ctx, model.universeId),
    listPreferences(ctx, model.id),
    requestedPath(ctx, access, startPath).then((requested) => countOpenAlerts({ ctx, access, requested })),
    filterSetFor(ctx, access, 'standard'),
    filterSetFor(ctx, access, 'time'),
  ])
  const { support } = model.config
  const freshness = ctx.analytics.freshness()
  return {
    survey: surveyEntityOf(access, { standard, time }),
    viewOrder: access.views.map((view) => view.extName),
    startPath,
    startPage: startPageOf(access),
    named: model.anonymity === null,
    vocabulary: await vocabularyOf(ctx, access),
    nOpenAlerts,
    systemMessage: systemMessageOf(settings.systemMessage),
    campaigns: dialogCampaignsOf(model),
    support: {
      faq: support.faq ?? null,
      email: support.email ?? null,
      phone: support.phone ?? null,
      hours: support.hours ?? null,
    },
    branding,
    freshness: { updatedAt: freshness.asOf?.toISOString() ?? null, updating: freshness.updating },
    rights: {
      canViewSamples: access.canViewSamples,
      canViewInterviews: access.canViewInterviews,
      canHandleAlerts: access.rights.flags.canHandleAlerts,
      canEditActions: access.rights.flags.canEditActions,
    },
    preferences,
  }
}

/** Address behind a dialog campaign for the caller. Throws `not_found`. */
export async function getCampaignLink(ctx: Ctx, survey: string, campaign: string): Promise<{ url: string }> {
  const { model } = await surveyAccess(ctx, survey)
  return { url: campaignLinkOf(model, campaign, ctx.identity.username) }
}

/** The deepest place that holds everything the caller may open in the first of their views, or where that view opens. */
function startPathOf(access: SurveyAccess): string {
  const view = access.views[0]
  if (!view) return ROOT_PATH
  const names = access.places.startOf(view.extName)
  const configured = access.rights.defaultDrills.get(view.extName)
  if (names.length === 0 && configured) return configured
  const place = names.map((name, depth) => plainToken(view.levels[depth] ?? '', name))
  return printDrillPath({ view: view.extName, place, filters: [] }, pathViews(access))
}

function systemMessageOf(
  message: Awaited<ReturnType<typeof readServerSettings>>['systemMessage'],
): z.input<typeof systemMessage> | null {
  return message ? { ...message, icon: message.icon ?? null, link: message.link ?? null } : null
}
