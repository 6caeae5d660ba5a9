import type { ChartSummary, PeriodState } from '@gensvar/contract/entities/chart'
import type { AggregateRow } from '#server/domain/figures/expressions/figure-rows.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { compare } from '#server/domain/indicators/comparison.ts'
import type { Comparison } from '#server/domain/indicators/comparison.ts'
import { isFew } from '#server/domain/indicators/evidence.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { figuresOf, requestedSpan } from '#server/domain/indicators/figures.ts'
import { diffArrow, formatNumber, formatValue } from '#server/domain/indicators/figure-text.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { runningSpanText } from '#server/domain/indicators/running.ts'

/** What a tile says of an indicator, for the chart under the tile. Null without a value. */
export async function tileSummary(request: FigureRequest, indicator: Indicator): Promise<ChartSummary | null> {
  const [figure] = await figuresOf(request, [indicator])
  if (!figure || figure.now.suppressed || figure.now.value === null) return null
  const { now, base, comparison, against } = figure
  return {
    ...textsOf(request, indicator, now, base, comparison),
    at: null,
    before: null,
    period: runningSpanText(requestedSpan(request), request.requested.today),
    against,
  }
}

/**
 * The latest period that is over and has a value, and its change from the one before; of the values of `periods` that of
 * `index` counts. A period of few answers is told as such, so that the sentence speaks of the same days as the tile
 * beside it. One that is not over is told where none is. Null without any value.
 */
export function latestSummary(
  request: FigureRequest,
  indicator: Indicator,
  periods: readonly AggregateRow[],
  states: readonly PeriodState[],
  index = 0,
): ChartSummary | null {
  const { model } = request.access
  const valueAt = (at: number): IndicatorValue | null => periods[at]?.values[index] ?? null
  const known = periods.flatMap((_, at) => ((valueAt(at)?.value ?? null) === null ? [] : [at]))
  const isWhole = (at: number): boolean => states[at] === 'whole'
  const at = known.findLast(isWhole) ?? known.at(-1) ?? null
  const now = at === null ? null : valueAt(at)
  if (at === null || now === null) return null
  const isCompared = isWhole(at) && isWhole(at - 1) && valueAt(at - 1)?.value != null
  const base = isCompared ? valueAt(at - 1) : null
  return {
    ...textsOf(request, indicator, now, base, compare(indicator, now, base, { model })),
    at,
    before: base === null ? null : at - 1,
    period: null,
    against: null,
  }
}

function textsOf(
  { ctx: { locale }, access: { model } }: FigureRequest,
  indicator: Indicator,
  now: IndicatorValue,
  base: IndicatorValue | null,
  { difference, chance, why }: Comparison,
): Pick<ChartSummary, 'value' | 'few' | 'change' | 'arrow' | 'base' | 'chance' | 'why'> {
  return {
    value: formatValue(indicator, now.value, locale) ?? '',
    few: isFew(model, indicator, now),
    change: difference === null ? null : formatNumber(Math.abs(difference), indicator.decimals, locale),
    arrow: diffArrow(indicator, difference),
    base: formatValue(indicator, base?.value ?? null, locale),
    chance,
    why: why && localWords(why),
  }
}
