import type { PageConfig } from '@gensvar/contract/configuration/pages'
import { resolveDateValue } from '@gensvar/contract/date-filters'
import type { AnyComponent } from '@gensvar/contract/widgets/component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { Ctx } from '#server/domain/context.ts'
import { chartSpan } from '#server/domain/indicators/chart-span.ts'
import { spanOf, withSpan } from '#server/domain/indicators/period.ts'
import type { DaySpan } from '#server/domain/indicators/period.ts'
import { askedAlertPeriod, askedPeriod } from '#server/domain/paths/asked-period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'

/** The period of a component while no date is chosen: its own, else that of alerts for their table, else the page's. */
export async function intervalOf(
  ctx: Ctx,
  access: SurveyAccess,
  component: AnyComponent,
  page: PageConfig,
): Promise<string | null> {
  const own = component.config['selectionInterval']
  if (typeof own === 'string') return own
  return component.type === 'alert-table' ? askedAlertPeriod(ctx, access, page) : askedPeriod(ctx, access, page)
}

/**
 * A path as a component asks for it: with its period while no date is chosen. A chart with a period of its own covers as long a
 * time up to the end of a chosen one, so that the page's period makes the same chart whether it is chosen or not, and charts
 * of two periods can be compared. Throws as `requestedPath` does.
 */
export async function componentPath(
  ctx: Ctx,
  access: SurveyAccess,
  component: AnyComponent,
  page: PageConfig,
  drillPath: string,
): Promise<RequestedPath> {
  const interval = await intervalOf(ctx, access, component, page)
  const requested = await requestedPath(ctx, access, drillPath, { interval })
  const own = isComponentOf(component, 'development-chart') || isComponentOf(component, 'choice-line')
  if (!requested.isDated || !own || component.config.selectionInterval === undefined) return requested
  const { conditions, filterConditions, today } = requested
  const chosen = spanOf(conditions) ?? allTime
  const covered = daysOf(component.config.selectionInterval, today)
  const isPages = isSame(chosen, daysOf(await askedPeriod(ctx, access, page), today))
  const span = isPages ? covered : chartSpan(chosen, covered)
  return { ...requested, conditions: withSpan(conditions, span), filterConditions: withSpan(filterConditions, span) }
}

const allTime: DaySpan = { from: null, to: null }

function daysOf(period: string | null, today: string): DaySpan {
  const days = period === null ? null : resolveDateValue(period, today)
  return days?.kind === 'span' ? { from: days.from, to: days.to } : allTime
}

function isSame(one: DaySpan, other: DaySpan): boolean {
  return one.from === other.from && one.to === other.to
}
