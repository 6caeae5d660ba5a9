import { parseDrillPath } from '@gensvar/contract/drill-path'
import { plainText } from '@gensvar/contract/drill-path'
import type { SplitPath } from '@gensvar/contract/drill-path'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Indicator } from './indicator.ts'

/** A goal, and the date from which it is valid (ISO); null for the indicator's own, which is always valid. */
export interface Goal {
  value: number
  from: string | null
}

/**
 * The goal of an indicator at a place on a day (ISO): of the goals for the place or places above it, the most specific
 * one, and of these the latest that is valid; else the indicator's own; null without any.
 */
export function goalAt(
  model: SurveyModel,
  indicator: Indicator,
  place: Pick<SplitPath, 'view' | 'place'>,
  day: string,
): Goal | null {
  const [best] = goalsOf(model, indicator.goalsOf)
    .filter(({ goal, at }) => (goal.from === undefined || goal.from <= day) && holds(at, place))
    .sort((a, b) => b.at.place.length - a.at.place.length || (b.goal.from ?? '').localeCompare(a.goal.from ?? ''))
  if (best) return { value: best.goal.goal, from: best.goal.from ?? null }
  return indicator.goal === null ? null : { value: indicator.goal, from: null }
}

interface PlacedGoal {
  goal: SurveyModel['config']['goals'][number]
  at: SplitPath
}

/** Goals by indicator with parsed places, cached because a table looks them up for thousands of cells. */
const goalsByModel = new WeakMap<SurveyModel, Map<string, PlacedGoal[]>>()
const none: readonly PlacedGoal[] = []

function goalsOf(model: SurveyModel, indicator: string): readonly PlacedGoal[] {
  let goals = goalsByModel.get(model)
  if (!goals) {
    const placed = model.config.goals.map((goal) => ({ goal, at: parseDrillPath(goal.path, model.views) }))
    goals = Map.groupBy(placed, ({ goal }) => goal.indicator)
    goalsByModel.set(model, goals)
  }
  return goals.get(indicator) ?? none
}

/** Whether a place is another one or above it; the top of a view is above all places. */
export function holds(outer: SplitPath, inner: Pick<SplitPath, 'view' | 'place'>): boolean {
  if (outer.place.length === 0) return true
  return (
    outer.view === inner.view && outer.place.every((token, depth) => plainText(token) === plainText(inner.place[depth]))
  )
}

/**
 * Whether a value reaches its goal, compared as shown (rounded); reversed for an inverse indicator. Null without a
 * value or a goal.
 */
export function goalStatus(indicator: Indicator, value: number | null, goal: Goal | null): boolean | null {
  if (value === null || goal === null) return null
  const shown = roundTo(value, indicator.decimals)
  const wanted = roundTo(goal.value, indicator.decimals)
  return indicator.inverse ? shown <= wanted : shown >= wanted
}

/** Ten to a number of decimals: a power takes many times as long. */
const factors = [1, 10, 100, 1000]

/** Rounds as figures are shown: to a number of decimals, half away from zero. */
export function roundTo(value: number, decimals: number): number {
  const factor = factors[decimals] ?? 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * factor + 1e-9)) / factor
}
