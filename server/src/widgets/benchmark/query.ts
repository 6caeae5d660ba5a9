import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { compare } from '#server/domain/indicators/comparison.ts'
import type { Comparison } from '#server/domain/indicators/comparison.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { indicatorVariableOf } from '#server/domain/indicators/indicator-variable.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'
import { baseOf, valuesAt } from './base.ts'
import type { PlaceBase } from './base.ts'
import { fromFixed } from './from-fixed.ts'
import { poolData } from './pool.ts'
import { yearCharts } from './years.ts'

/** Indicators beside a base, and both over the years. */
export const benchmark: WidgetServer<'benchmark'> = {
  async data(request) {
    const { config, access, requested } = request
    const { against } = config
    const indicators = config.variables.map((name) => indicatorOf(access.model, name))
    if (against === 'pool') return poolData(request, indicators)
    const [now, base] = await Promise.all([
      valuesAt(request, indicators, requested.conditions),
      baseOf(request, against, indicators, requested.filterConditions),
    ])
    return {
      baseTitle: base.title,
      withheld: base.why && localWords(base.why),
      rows: indicators.flatMap((indicator, at) => {
        const [value, beside] = [now[at], base.values[at]]
        if (!value || !beside) return []
        const figure = {
          ...{ indicator, now: value, base: beside, among: null },
          comparison: distanceOf(request, indicator, value, beside, against),
          against: { kind: 'place' as const, name: base.title },
        }
        return [{ ...indicatorVariableOf(request, figure), base: beside.suppressed ? null : beside.value, pool: null }]
      }),
    }
  },

  async chart(request) {
    const { config, access } = request
    if (config.against === 'pool') return { charts: [] }
    return {
      charts: await yearCharts(
        request,
        config.against,
        config.variables.map((name) => indicatorOf(access.model, name)),
      ),
    }
  },
}

/** How far a value is from its base, as shown, and whether that is more than chance. */
function distanceOf(
  { access: { model } }: FigureRequest,
  indicator: Indicator,
  now: IndicatorValue,
  base: IndicatorValue,
  against: PlaceBase,
): Comparison {
  // A place lies in the whole and in the one above; beside it nothing is of the same answers.
  if (against !== 'siblings') return compare(indicator, now, base, { model, shared: 'part' })
  const comparison = compare(indicator, now, base, { model, shared: 'some' })
  return comparison.difference ? { ...comparison, chance: fromFixed(now, base) } : comparison
}
