import { unitCondition } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { addToDate } from '@gensvar/contract/dates'
import { parentPath } from '@gensvar/contract/path-steps'
import { driversAt } from '#server/domain/drivers/drivers.ts'
import type { DriversFound } from '#server/domain/drivers/drivers.ts'
import { scaleOf } from '#server/domain/drivers/driver-items.ts'
import { mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import { spanOf, withSpan } from '#server/domain/indicators/period.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { EffectSource, ItemEffect, SuggestRequest } from './effect-source.ts'
import type { ActionItem } from './items.ts'

/**
 * How many points the main indicator moves with an item, over the answers of the last year at the place; where it has too few to
 * tell, over those of the place above. Items that the main indicator is made of have none: they go with it by definition.
 */
export const driverEffects: EffectSource = {
  async effectsAt(request, place, items) {
    const score = mainIndicatorName(request.access.model)
    if (score === null) return new Map()
    const here = await pointsAt(request, place, score, items)
    if (here || place.path.place.length === 0) return here ?? new Map()
    const path = parentPath(place.path)
    const above = unitCondition(path, place.asOf)
    const conditions = [...(above ? [above] : []), ...place.filterConditions]
    return (await pointsAt(request, { ...place, path, conditions }, score, items)) ?? new Map()
  },
}

/** Effects in points; null where there are too few answers for them. */
async function pointsAt(
  { ctx, access }: SuggestRequest,
  place: RequestedPath,
  score: string,
  items: readonly ActionItem[],
): Promise<Map<string, ItemEffect> | null> {
  const requested = { ...place, conditions: withinYear(place.conditions, place.today) }
  const found = await driversAt({ ctx, access, requested, score, questions: items.map(({ extname }) => extname) })
  return found.kind === 'points' ? effectsOf(found) : null
}

/** Items that measure one thing have its effect. */
function effectsOf({ effects, step, n }: DriversFound): Map<string, ItemEffect> {
  return new Map(
    effects.flatMap(({ items, effect }) =>
      items.map((item): [string, ItemEffect] => {
        const scale = step === 'tenth' ? scaleOf(item) : null
        const per = scale ? (scale.max - scale.min) / 10 : 1
        return [item.indicator.name, { size: effect, kind: step, per, n }]
      }),
    ),
  )
}

function withinYear(conditions: readonly Condition[], today: string): Condition[] {
  if (spanOf(conditions)) return [...conditions]
  return withSpan(conditions, { from: addToDate(today, -1, 'y'), to: addToDate(today, 1, 'd') })
}
