import { Count, say } from '@gensvar/contract/say'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { WidgetRequest } from '#server/widgets/widget-server.ts'
import { withheldValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { compare } from '#server/domain/indicators/comparison.ts'
import type { Comparison } from '#server/domain/indicators/comparison.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import { indicatorVariableOf } from '#server/domain/indicators/indicator-variable.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { spanText } from '#server/domain/indicators/period.ts'
import { poolFigures, tooFewForSpread } from '#server/domain/pools/pool-figures.ts'
import type { PoolAnswer } from '#server/domain/pools/pool-figures.ts'
import { findPool } from '#server/domain/pools/pool-store.ts'
import { valuesAt } from './base.ts'
import { fromFixed } from './from-fixed.ts'

type BenchmarkRequest = WidgetRequest<WidgetConfig<'benchmark'>>

/** Indicators at the place beside the mean of other organisations, which is the same at every place and under every filter. */
export async function poolData(request: BenchmarkRequest, indicators: readonly Indicator[]) {
  const { ctx, access, requested } = request
  const { model } = access
  const chosen = model.config.pool
  const pool = chosen && (await findPool(ctx.db, chosen.name))
  const common = indicators.map(({ name }) => {
    const names = chosen?.indicators ?? {}
    return Object.hasOwn(names, name) ? (names[name] ?? null) : null
  })
  const [now, answers] = await Promise.all([
    valuesAt(request, indicators, requested.conditions),
    poolFigures(ctx, pool, { universeId: model.universeId, indicators: common }),
  ])
  const baseTitle = localWords(pool ? say`Other organisations (${pool.title})` : say`Other organisations`)
  const reasons = new Set(answers.map((answer) => (answer.isShown ? null : String(answer.why))))
  const [first] = answers
  return {
    baseTitle,
    // Said once where it is the same for all of them.
    withheld: reasons.size === 1 && first?.isShown === false ? localWords(first.why) : null,
    rows: indicators.flatMap((indicator, at) => {
      const [value, answer] = [now[at], answers[at]]
      if (!value || !answer) return []
      const base = answer.isShown ? baseValue(answer.mean) : withheldValue(answer.why)
      const figure = {
        ...{ indicator, now: value, base, among: null },
        comparison: distanceOf(request, indicator, value, base),
        against: { kind: 'place' as const, name: baseTitle },
      }
      const row = indicatorVariableOf(request, figure)
      return [{ ...row, base: base.value, pool: spreadIn(request, indicator, answer) }]
    }),
  }
}

/** A mean of organisations is of no single answers; it is few of none. */
function baseValue(value: number): IndicatorValue {
  return { value, n: Number.MAX_SAFE_INTEGER, low: null, high: null, suppressed: false }
}

function distanceOf(
  { access: { model } }: BenchmarkRequest,
  indicator: Indicator,
  now: IndicatorValue,
  base: IndicatorValue,
): Comparison {
  const comparison = compare(indicator, now, base, { model, shared: 'some' })
  return comparison.difference ? { ...comparison, chance: fromFixed(now, base) } : comparison
}

function spreadIn({ ctx: { locale } }: BenchmarkRequest, indicator: Indicator, answer: PoolAnswer) {
  if (!answer.isShown) return null
  const { spread, others, span } = answer
  const { lower = null, median = null, upper = null } = spread ?? {}
  return {
    ...{ lower, median, upper },
    formattedLower: formatValue(indicator, lower, locale),
    formattedMedian: formatValue(indicator, median, locale),
    formattedUpper: formatValue(indicator, upper, locale),
    organisations: localWords(say`At least ${new Count(others)} other organisations`),
    period: spanText(span),
    withheld: spread === null ? localWords(tooFewForSpread) : null,
  }
}
