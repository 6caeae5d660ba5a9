import { scaleOf } from '#server/domain/drivers/driver-items.ts'
import type { DriverItem } from '#server/domain/drivers/driver-items.ts'
import type { DriverEffect, DriversFound } from '#server/domain/drivers/drivers.ts'
import { figuresOf } from '#server/domain/indicators/figures.ts'
import { goalAt } from '#server/domain/indicators/goal.ts'
import { basisOf, driversOfWidget, effectRowOf } from '#server/widgets/shared/drivers.ts'
import type { WidgetRequest, WidgetServer } from '#server/widgets/widget-server.ts'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'

type Request = WidgetRequest<WidgetConfig<'priority'>>

/** The points of a priority chart: each question's own figure beside its effect. */
export const priority: WidgetServer<'priority'> = {
  async data(request) {
    const found = await driversOfWidget(request)
    const placed = await placedEffects(request, found)
    const effects = placed.map(({ effect }) => effect.effect)
    const mid = request.config.cut === 'median' ? median : mean
    const cutEffect = mid(effects)
    const middle = mid(placed.map(({ score }) => score))
    // With goals each question is low or high by its own; a line is drawn where all have the same.
    const cutOf = ({ goal }: Placed): number | null => (request.config.cut === 'goal' ? (goal ?? middle) : middle)
    const cuts = new Set(placed.map(cutOf))
    const [decimals, units] = [
      Math.max(0, ...placed.map(({ decimals: own }) => own)),
      new Set(placed.map(({ unit }) => unit)),
    ]
    return {
      ...basisOf(found),
      points: placed.map((one) => ({
        ...effectRowOf(request, one.effect),
        score: one.score,
        n: one.n,
        field: fieldOf(one, cutOf(one) ?? 0, cutEffect ?? 0),
      })),
      cutScore: cuts.size === 1 ? ([...cuts][0] ?? null) : null,
      cutEffect,
      decimals: found.step === 'tenth' ? 0 : decimals,
      unit: found.step === 'point' && units.size === 1 ? ([...units][0] ?? null) : null,
    }
  },
}

/** An effect with the score of its questions, on the axis of the chart. */
interface Placed {
  effect: DriverEffect
  score: number
  goal: number | null
  n: number | null
  decimals: number
  unit: string | null
}

async function placedEffects(request: Request, { effects, step }: DriversFound): Promise<Placed[]> {
  const items = effects.flatMap((effect) => effect.items)
  const figures = await figuresOf(
    request,
    items.map(({ indicator }) => indicator),
    null,
  )
  const byName = new Map(figures.map((figure) => [figure.indicator.name, figure]))
  return effects.flatMap((effect): Placed[] => {
    const shown = effect.items.flatMap((item) => {
      const figure = byName.get(item.indicator.name)
      return figure?.now.value == null || figure.now.suppressed ? [] : [{ item, figure }]
    })
    // A theme without a figure of one of its questions has none.
    if (shown.length < effect.items.length) return []
    const goals = shown.map(({ item }) => goalOf(request, item, step))
    return [
      {
        effect,
        score: mean(shown.map(({ item, figure }) => placeOf(item, figure.now.value ?? 0, step))) ?? 0,
        goal: goals.includes(null) ? null : mean(goals.filter((goal) => goal !== null)),
        n: Math.min(...shown.map(({ figure }) => figure.now.n)),
        decimals: Math.max(...effect.items.map(({ indicator }) => indicator.decimals)),
        unit: effect.items[0]?.indicator.unit ?? null,
      },
    ]
  })
}

function goalOf({ access, requested }: Request, item: DriverItem, step: DriversFound['step']): number | null {
  const goal = goalAt(access.model, item.indicator, requested.path, requested.today)
  return goal && placeOf(item, goal.value, step)
}

/** A figure on the axis: as it is, or as a share of its scale where scales differ, where more is better. */
function placeOf(item: DriverItem, value: number, step: DriversFound['step']): number {
  const scale = step === 'tenth' ? scaleOf(item) : null
  if (!scale) return value
  const share = (100 * (value - scale.min)) / (scale.max - scale.min)
  return item.indicator.inverse ? 100 - share : share
}

function fieldOf({ score, effect }: Placed, cutScore: number, cutEffect: number) {
  const isHigh = score >= cutScore
  if (effect.effect >= cutEffect) return isHigh ? 'improve' : 'prioritise'
  return isHigh ? 'keep' : 'lower'
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: readonly number[]): number | null {
  const ordered = values.toSorted((a, b) => a - b)
  const half = Math.floor(ordered.length / 2)
  return ordered.length % 2 === 1 ? (ordered[half] ?? null) : mean(ordered.slice(half - 1, half + 1))
}
