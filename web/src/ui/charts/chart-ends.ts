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
