import { resolveDateValue } from '@gensvar/contract/date-filters'
import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { Condition } from '@gensvar/contract/conditions'
import type { surveyStatus } from '@gensvar/contract/surveys'
import type { z } from 'zod'
import { countAlertsExcept } from '#server/domain/cases/count-alerts.ts'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import type { Ctx } from '#server/domain/context.ts'
import { scriptAlertPeriod } from '#server/domain/paths/asked-period.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import type { FigureRequest } from './figure-request.ts'
import { withSpan } from './period.ts'

/**
 * Number of open alerts among the responses of a request that the caller may see; 0 where they may see none. Where no
 * date is chosen the period is that of the survey's script for alerts, if it has one.
 */
export async function countOpenAlerts({ ctx, access, requested }: FigureRequest): Promise<number> {
  const { conditions, isDated, today } = requested
  const period = isDated ? null : await scriptAlertPeriod(ctx, access)
  const days = period === null ? null : resolveDateValue(period, today)
  if (days?.kind !== 'span') return openAlertsWhere(ctx, access, conditions)
  return openAlertsWhere(ctx, access, withSpan(conditions, { from: days.from, to: days.to }))
}

/** The figure `alerts(open)`, as every tile and ranking computes it. */
async function openAlertsWhere(ctx: Ctx, access: SurveyAccess, conditions: readonly Condition[]): Promise<number> {
  if (!access.canViewInterviews) return 0
  const { rows } = await aggregate(ctx, access.model, access.caseScope, {
    conditions,
    by: 'none',
    indicators: [{ key: 'open', expression: 'alerts(open)' }],
  })
  return rows[0]?.values[0]?.value ?? 0
}

/** The open alerts of everything the caller may open, over all time, and how many of them wait for their own level. */
export async function allAlertsOf(
  ctx: Ctx,
  access: SurveyAccess,
): Promise<NonNullable<z.input<typeof surveyStatus>['allAlerts']>> {
  const [open, waiting, place] = await Promise.all([
    openAlertsWhere(ctx, access, []),
    waitingAlerts(ctx, access),
    wholePlace(ctx, access),
  ])
  return { open, waiting, ...place }
}

/**
 * Open alerts whose rule names the caller's own level as owner, or no owner, as a script does; 0 for callers who may not
 * handle them.
 */
async function waitingAlerts(ctx: Ctx, access: SurveyAccess): Promise<number> {
  const { model, rights, places } = access
  if (!access.canViewInterviews || !rights.flags.canHandleAlerts) return 0
  const levels = new Set(access.views.map((view) => view.levels[places.depthOf(view.extName) - 1]))
  if (model.config.alerts.length === 0 && model.hooks.length === 0) return 0
  const ofOthers = model.config.alerts.filter(({ owner }) => owner !== undefined && !levels.has(owner))
  return countAlertsExcept(
    ctx,
    access,
    ofOthers.map((rule) => rule.extname),
  )
}

/** The deepest place that contains everything the caller may open in their first view, and its name. */
async function wholePlace(ctx: Ctx, access: SurveyAccess): Promise<{ path: string; place: string }> {
  const [view] = access.views
  const names = view ? access.places.startOf(view.extName) : []
  const modelView = access.model.views.find((one) => one.extName === view?.extName)
  const tree = await loadUnitTree(ctx, access.model)
  const unit = modelView && names.length > 0 ? tree.find(modelView.id, names) : undefined
  const place = names.map((name, depth) => plainToken(view?.levels[depth] ?? '', name))
  const path = { view: view?.extName ?? '', place, filters: [] }
  return {
    path: printDrillPath(path, pathViews(access)),
    place: unit ? unitText(unit, ctx.locale) : everything(ctx.locale),
  }
}
