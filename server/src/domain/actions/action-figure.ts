import type { Condition } from '@gensvar/contract/conditions'
import { PathError, parsePath } from '@gensvar/contract/drill-path'
import { resolveConditions } from '@gensvar/contract/resolve-conditions'
import { listed, say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { withSpan } from '#server/domain/indicators/period.ts'
import { filterTitleOf } from '#server/domain/paths/filter-titles.ts'
import { filterFieldsOf } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { ActionFigure } from '#server/platform/db-action-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActionPlace } from './anchor.ts'
import type { ActionSpan } from './effective-period.ts'
import type { ActionItem } from './items.ts'

/** For whom figures of actions are computed. */
export interface ActionFigureRequest {
  ctx: Ctx
  access: SurveyAccess
}

/** A figure of an action, and why it is not shown; null where it is, or without answers. */
export type KnownFigure = ActionFigure & { why: Words | null }

/** What a figure is asked of. */
export interface WantedFigure {
  place: ActionPlace
  item: ActionItem
  span: ActionSpan
}

/** The figure of an item at a place over some days; withheld, with the reason, where the caller may not have it. */
export async function actionFigure(
  request: ActionFigureRequest,
  place: ActionPlace,
  item: ActionItem,
  span: ActionSpan,
): Promise<KnownFigure> {
  const [figure] = await actionFigures(request, [{ place, item, span }])
  return figure ?? none(span, null)
}

/** The same for several, in the order asked: one request for all items of the same place, filters and days. */
export async function actionFigures(
  request: ActionFigureRequest,
  wanted: readonly WantedFigure[],
): Promise<KnownFigure[]> {
  const together = Map.groupBy(wanted, ({ place, span }) => JSON.stringify([place, span]))
  const found = new Map<WantedFigure, KnownFigure>()
  await Promise.all(
    [...together.values()].map(async (some) => {
      const values = await figuresTogether(request, some)
      for (const [at, one] of some.entries()) found.set(one, values[at] ?? none(one.span, null))
    }),
  )
  return wanted.map((one) => found.get(one) ?? none(one.span, null))
}

async function figuresTogether(request: ActionFigureRequest, wanted: readonly WantedFigure[]): Promise<KnownFigure[]> {
  const [first] = wanted
  if (!first) return []
  const { ctx, access } = request
  const { place, span } = first
  const filters = filterConditions(access.model, todayIn(ctx.clock, access.model.timeZone), place.filters)
  if ('why' in filters) return wanted.map(() => none(span, filters.why))
  const names = [...new Map(wanted.map(({ item }) => [item.extname, item])).values()]
  try {
    const { rows } = await figures(ctx, access, {
      conditions: withSpan([...placeConditions(place), ...filters.conditions], span),
      by: 'none',
      indicators: names.map(({ indicator }) => indicatorRequest(indicator)),
    })
    const values = rows[0]?.values
    return wanted.map(({ item }) => {
      const value = values?.[names.indexOf(item)]
      if (!value) return none(span, null)
      const { suppressed, why = null } = value
      return suppressed ? none(span, why) : { ...keptFigure(span, value), why: null }
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation') throw error
    // Outside what an anonymous survey shows, or of a question that is gone: the other items have their figures.
    if (names.length === 1) return wanted.map(() => none(span, error.words))
    return Promise.all(wanted.map((one) => actionFigure(request, one.place, one.item, one.span)))
  }
}

/** A figure as actions keep it: with what a later test of it takes. */
export function keptFigure({ from, to }: ActionSpan, { value, n, low, high, weighted }: IndicatorValue): ActionFigure {
  const weights = weighted && { weighted: { effectiveN: weighted.effectiveN, sum: weighted.sum } }
  return { from, to, value, n, low, high, ...weights }
}

function none({ from, to }: ActionSpan, why: Words | null): KnownFigure {
  return { from, to, value: null, n: 0, low: null, high: null, why }
}

/** The condition of a place; none for the whole survey. */
function placeConditions({ view, path }: Omit<ActionPlace, 'filters'>): Condition[] {
  return path.length === 0 ? [] : [{ kind: 'unit', view, depth: path.length, path: [...path] }]
}

/** The filters of an action as conditions, or why they can no longer be applied: without them it would be another figure. */
function filterConditions(
  model: SurveyModel,
  today: string,
  filters: string,
): { conditions: Condition[] } | { why: Words } {
  if (filters === '') return { conditions: [] }
  try {
    const { conditions, problems } = resolveConditions(parsePath(filters), filterFieldsOf(model), today)
    if (problems.length === 0) return { conditions }
    const words = problems.map(({ name, message }) => say`"${titled(filterTitleOf(model, name) ?? name)}": ${message}`)
    return { why: say`A filter cannot be applied. ${listed(words)}` }
  } catch (error) {
    if (error instanceof PathError) return { why: error.words }
    throw error
  }
}
