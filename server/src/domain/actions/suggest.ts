import { unitCondition } from '@gensvar/contract/conditions'
import type { LocalText } from '@gensvar/contract/local-text'
import { parentPath } from '@gensvar/contract/path-steps'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { figures } from '#server/domain/figures/figures.ts'
import { differenceFromWhole } from '#server/domain/figures/expressions/figure-difference.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { isFew, weightOf } from '#server/domain/indicators/evidence.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { shownChange } from '#server/domain/indicators/figure-text.ts'
import { goalAt } from '#server/domain/indicators/goal.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { indicatorOf, mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import { withSpan } from '#server/domain/indicators/period.ts'
import { isMoreThanChance } from '#server/domain/statistics/differences.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { ActionFigure } from '#server/platform/db-action-types.ts'
import { ownsPlace } from './action-rights.ts'
import { placeOfRequest } from './anchor.ts'
import { configuredEffects } from './configured-effects.ts'
import { driverEffects } from './driver-effects.ts'
import type { EffectSource, ItemEffect, SuggestRequest } from './effect-source.ts'
import { spanEndingOn } from './effective-period.ts'
import { actionItems } from './items.ts'
import type { ActionItem } from './items.ts'
import { suggestionReason } from './suggestion-reason.ts'
import { itemsInProgress } from './suggest-store.ts'

/** An item that it would pay to act on. */
export interface SuggestedItem {
  item: ActionItem
  effect: ItemEffect
  /** Its gap and its effect, in a sentence. */
  reason: LocalText
  /** Its figure of the last three months. */
  figure: ActionFigure
  /** The goal at the place; null where the place above is what it is compared with. */
  goal: number | null
}

/** Suggestions for a place, and why there are none; null where there are, or where nothing stands out. */
export interface Suggestions {
  actions: SuggestedItem[]
  why: Words | null
}

/** Most suggestions at a place. */
const most = 5
/** The time their figures cover. */
const period = 'rel_-3m_0d'

/** Sources of effects; the first that knows the place is used. */
const sources: readonly EffectSource[] = [configuredEffects, driverEffects]

/**
 * The items that it would pay most to act on at a place: those worse than their goal (without one, than the place
 * above), by effect times gap: how many points of the main indicator it is worth. None in an anonymous survey, at places that are not the caller's own, and on items that
 * have an open action at the place.
 */
export async function suggestActions(request: SuggestRequest, place: RequestedPath): Promise<Suggestions> {
  const { ctx, access } = request
  const { model } = access
  if (model.anonymity !== null) return none(say`This survey is anonymous: nothing is suggested.`)
  const { path, unit, today } = place
  if (!ownsPlace(access, placeOfRequest(place))) return none(say`Actions are suggested for your own places alone.`)
  const taken = await itemsInProgress(ctx.db, model.id, { view: path.view, unitId: unit?.id ?? null })
  const items = actionItems(model).filter(({ extname }) => !taken.has(extname))
  const main = mainIndicatorName(model)
  if (items.length === 0 || main === null) return { actions: [], why: null }
  const effects = await effectsOf(request, place, items)
  if (effects.size === 0) return none(say`There are too few answers here to suggest anything.`)
  const wanted = items.filter(({ extname }) => (effects.get(extname)?.size ?? 0) > 0)
  const span = spanEndingOn(period, today)
  const here = await valuesOf(request, withSpan(place.conditions, span), wanted)
  const aims = await aimsOf(request, place, wanted, span)
  const found = wanted.flatMap((item): { suggested: SuggestedItem; worth: number }[] => {
    const { indicator, extname } = item
    const value = here.get(extname)
    const aim = aims.get(extname)
    const effect = effects.get(extname)
    if (!effect || !aim || value?.value == null || isFew(model, indicator, value)) return []
    const gap = gapOf(indicator, value.value, aim.value)
    if (gap <= 0) return []
    const { n, low, high } = value
    const figure = { ...span, value: value.value, n, low, high }
    const mayBeChance = aim.isChance(value)
    const reasoned = { item, figure, gap, above: aim.above, mayBeChance, effect, main: indicatorOf(model, main) }
    const suggested = {
      item,
      effect,
      reason: suggestionReason(reasoned),
      figure,
      goal: aim.above ? null : aim.value,
    }
    return [{ suggested, worth: effect.size * (gap / (effect.per ?? scaleOf(indicator, value.value, aim.value))) }]
  })
  const actions = found
    .sort((a, b) => b.worth - a.worth || a.suggested.item.extname.localeCompare(b.suggested.item.extname))
    .slice(0, most)
    .map(({ suggested }) => suggested)
  return { actions, why: null }
}

function none(why: Words): Suggestions {
  return { actions: [], why }
}

async function effectsOf(
  request: SuggestRequest,
  place: RequestedPath,
  items: readonly ActionItem[],
): Promise<ReadonlyMap<string, ItemEffect>> {
  for (const source of sources) {
    const effects = await source.effectsAt(request, place, items)
    if (effects) return effects
  }
  return new Map()
}

/** What an item's figure should reach; `above` is the place above where that is its figure. */
interface Aim {
  value: number
  above: RequestedPath['unit'] | 'top'
  /** Whether the figure of the place may differ from it by chance alone. */
  isChance(here: IndicatorValue): boolean
}

/** The goals of items at the place; without one the shown figure of the place above. */
async function aimsOf(
  request: SuggestRequest,
  place: RequestedPath,
  items: readonly ActionItem[],
  span: { from: string; to: string },
): Promise<Map<string, Aim>> {
  const { model } = request.access
  const goals = items.map((item) => [item, goalAt(model, item.indicator, place.path, place.today)] as const)
  const aims = new Map(
    goals.flatMap(([{ extname, indicator }, goal]): [string, Aim][] => {
      if (!goal) return []
      const isChance = (here: IndicatorValue) => weightOf(model, indicator, here, goal) === 'near'
      return [[extname, { value: goal.value, above: null, isChance }]]
    }),
  )
  const { path, tree, unit, filterConditions, asOf } = place
  const without = goals.flatMap(([item, goal]) => (goal ? [] : item))
  if (!unit || without.length === 0) return aims
  const parent = unitCondition(parentPath(path), asOf)
  const values = await valuesOf(request, withSpan([...(parent ? [parent] : []), ...filterConditions], span), without)
  for (const item of without) {
    const value = values.get(item.extname)
    if (value?.value == null || isFew(model, item.indicator, value)) continue
    const isChance = (here: IndicatorValue): boolean => {
      const difference = differenceFromWhole(item.indicator.expression ?? '', here, value)
      return difference === null || !isMoreThanChance(difference)
    }
    aims.set(item.extname, { value: value.value, above: tree.pathOf(unit).at(-2) ?? 'top', isChance })
  }
  return aims
}

async function valuesOf(
  { ctx, access }: SuggestRequest,
  conditions: RequestedPath['conditions'],
  items: readonly ActionItem[],
): Promise<Map<string, IndicatorValue>> {
  if (items.length === 0) return new Map()
  const indicators = items.map(({ indicator }) => indicatorRequest(indicator))
  const { rows } = await figures(ctx, access, { conditions, by: 'none', indicators })
  return new Map(
    items.flatMap(({ extname }, at) => {
      const value = rows[0]?.valueAt(at)
      return value ? [[extname, value] as const] : []
    }),
  )
}

/** How far a value is from what it should reach, as shown; negative or 0 where it reaches it. */
function gapOf({ inverse, decimals }: Indicator, value: number, aim: number): number {
  return (inverse ? shownChange(value, aim, decimals) : shownChange(aim, value, decimals)) ?? 0
}

/** Length of the scale a gap is a share of; without ends of its own, the larger of both numbers. */
function scaleOf({ minValue, maxValue }: Indicator, value: number, aim: number): number {
  if (minValue !== null && maxValue !== null && maxValue > minValue) return maxValue - minValue
  return Math.max(Math.abs(value), Math.abs(aim)) || 1
}
