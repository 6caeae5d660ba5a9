import { endsOf } from '#web/lib/shared-ends.ts'
import type { AxisEnds } from '#web/lib/shared-ends.ts'
import type { ChartView } from './chart-view.ts'

/** Ends of what is drawn on the axis of values and on that of interviews; null where nothing is. */
export type ChartEnds = AxisEnds<'values' | 'interviews'>

/** The ends of what a chart draws; stacked values reach to their sum. */
export function drawnEnds({ series, stacked, goal, interviews }: ChartView): ChartEnds {
  const values =
    stacked === true
      ? (series[0]?.values ?? []).map((_, at) => series.reduce((sum, one) => sum + (one.values[at] ?? 0), 0))
      : [...series.flatMap((one) => one.values), goal]
  return { values: endsOf(values), interviews: endsOf(interviews ?? []) }
}

/**
 * The ends of the values' axis, where they are not chosen by the drawing. A line of one value is drawn over all that the value
 * could be: the drawing would choose from 0 to twice the value.
 */
export function valueEnds(
  { lowerY, upperY, range }: ChartView,
  kind: 'line' | 'column' | 'area',
  ends: ChartEnds['values'],
): Pick<ChartView, 'lowerY' | 'upperY'> {
  if (range === null || kind !== 'line' || lowerY !== undefined || upperY !== undefined) return { lowerY, upperY }
  const isAlone = ends !== null && ends.from === ends.to && ends.from >= range.from && ends.to <= range.to
  return isAlone ? { lowerY: range.from, upperY: range.to } : {}
}
