import type { ChangeChance } from '@gensvar/contract/entities/indicator'
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
import type { Against } from './base.ts'
import { yearCharts } from './years.ts'

/** Indicators beside a base, and both over the years. */
export const benchmark: WidgetServer<'benchmark'> = {
  async data(request) {
    const { config, access, requested } = request
    const indicators = config.variables.map((name) => indicatorOf(access.model, name))
    const [now, base] = await Promise.all([
      valuesAt(request, indicators, requested.conditions),
      baseOf(request, config.against, indicators, requested.filterConditions),
    ])
    return {
      baseTitle: base.title,
      withheld: base.why && localWords(base.why),
      rows: indicators.flatMap((indicator, at) => {
        const [value, beside] = [now[at], base.values[at]]
        if (!value || !beside) return []
        const figure = {
          ...{ indicator, now: value, base: beside, among: null },
          comparison: distanceOf(request, indicator, value, beside, config.against),
          against: { kind: 'place' as const, name: base.title },
        }
        return [{ ...indicatorVariableOf(request, figure), base: beside.suppressed ? null : beside.value }]
      }),
    }
  },

  async chart(request) {
    const { config, access } = request
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
  against: Against,
): Comparison {
  // A place lies in the whole and in the one above; beside it nothing is of the same answers.
  if (against !== 'siblings') return compare(indicator, now, base, { model, shared: 'part' })
  const comparison = compare(indicator, now, base, { model, shared: 'some' })
  return comparison.difference ? { ...comparison, chance: fromFixed(now, base) } : comparison
}

/** A value's interval around a base that is taken as it is: the mean of figures, not of answers. */
function fromFixed({ low, high }: IndicatorValue, { value }: IndicatorValue): ChangeChance | null {
  if (low === null || high === null || value === null) return null
  const ends = { low: low - value, high: high - value }
  return { ...ends, isMore: ends.low > 0 || ends.high < 0 }
}
