import type { AxisEnds, Ends } from '#web/lib/shared-ends.ts'
import { changeTone } from '#web/widgets/variable-block/prepare.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'
import { placeOn } from '#web/widgets/bars/bar-view.ts'
import type { Bar } from '#web/widgets/bars/bar-view.ts'

/** An indicator with its change. */
export type Changed = WidgetAnswer<'delta', 'data'>['rows'][number]

/** The ends of each scale that changes are drawn on: as far to either side of no change. */
export function changeEnds(rows: readonly Changed[]): AxisEnds {
  return Object.fromEntries(
    [...Map.groupBy(rows, scaleOf)].map(([key, own]): [string, Ends] => {
      const most = Math.max(0, ...own.flatMap(({ diff, chance }) => [diff, chance?.low, chance?.high].map(sizeOf)))
      return [key, { from: -most, to: most }]
    }),
  )
}

/** Bars of changes, a row each, from the line of no change in the middle. Changes on one scale are drawn alike. */
export function changeBars(rows: readonly Changed[], scales: AxisEnds): Bar[][] {
  return rows.map((row) => {
    const scale = scales[scaleOf(row)]
    if (row.diff === null || scale == null) return []
    const { chance } = row
    return [
      {
        from: 50,
        to: scale.to === 0 ? 50 : placeOn(scale, row.diff),
        interval: chance && { low: placeOn(scale, chance.low), high: placeOn(scale, chance.high) },
        tone: changeTone(row),
        isHollow: chance?.isMore !== true,
      },
    ]
  })
}

/** The rows whose change is more than chance. */
export function moreThanChance<Row extends Pick<Changed, 'chance'>>(rows: readonly Row[]): Row[] {
  return rows.filter(({ chance }) => chance?.isMore === true)
}

function scaleOf({ unit, minValue, maxValue }: Changed): string {
  return JSON.stringify([unit, minValue, maxValue])
}

function sizeOf(value: number | null | undefined): number {
  return Math.abs(value ?? 0)
}
