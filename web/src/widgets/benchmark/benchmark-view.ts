import type { WidgetAnswer } from '#web/widgets/widget-query.ts'
import { placeOn } from '#web/widgets/bars/bar-view.ts'
import type { BarRow, Scale } from '#web/widgets/bars/bar-view.ts'

/** An indicator with its base. */
export type Compared = WidgetAnswer<'benchmark', 'data'>['rows'][number]

/** Pairs of bars: an indicator over its base, on the indicator's scale, or from 0 where it has none. */
export function comparedBars(rows: readonly Compared[]): Pick<BarRow, 'bars' | 'zero'>[] {
  const unscaled = Map.groupBy(rows, ({ unit }) => unit)
  return rows.map((row) => {
    const scale = scaleOf(row, unscaled.get(row.unit) ?? [row])
    const start = placeOn(scale, Math.max(0, scale.from))
    const { value, base, low, high } = row
    const interval = low === null || high === null ? null : { low: placeOn(scale, low), high: placeOn(scale, high) }
    return {
      zero: scale.from < 0 ? start : null,
      bars: [
        ...(value === null
          ? []
          : [
              {
                from: start,
                to: placeOn(scale, value),
                interval,
                tone: 'own' as const,
                isHollow: row.weight === 'few',
              },
            ]),
        ...(base === null
          ? []
          : [
              {
                from: start,
                to: placeOn(scale, base),
                interval: middleHalf(scale, row),
                tone: 'base' as const,
                isHollow: false,
              },
            ]),
      ],
    }
  })
}

/** Where the middle half of the organisations of a pool lies; null for any other base. */
function middleHalf(scale: Scale, { pool }: Compared): { low: number; high: number } | null {
  if (!pool || pool.lower === null || pool.upper === null) return null
  return { low: placeOn(scale, pool.lower), high: placeOn(scale, pool.upper) }
}

/** The scale of a row; those without one share it with the others of their unit. */
function scaleOf({ minValue, maxValue }: Compared, sameUnit: readonly Compared[]): Scale {
  if (minValue !== null && maxValue !== null && minValue < maxValue) return { from: minValue, to: maxValue }
  const ends = sameUnit.flatMap(({ value, base, low, high }) => [value, base, low, high]).filter((one) => one !== null)
  return { from: Math.min(0, ...ends), to: Math.max(0, ...ends) }
}
