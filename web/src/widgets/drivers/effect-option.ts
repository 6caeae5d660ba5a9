import { endsOf } from '#web/lib/shared-ends.ts'
import type { Ends } from '#web/lib/shared-ends.ts'
import { chartFont, headingOf } from '#web/ui/charts/chart-heading.ts'
import type { ChartOption } from '#web/ui/charts/time-chart-option.ts'
import type { ChartPalette } from '#web/ui/charts/palette.ts'

/** Effects with their texts, ready to be drawn. */
export interface EffectView {
  title: string
  /** What the chart says, in one sentence. */
  answer: string
  /** What the bars are in. */
  unit: string
  /** The largest effect first. */
  rows: readonly { name: string; effect: number; low: number | null; high: number | null }[]
  /** An effect as it is written. */
  number: (value: number) => string
}

interface Drawing {
  /** Width of the drawing in pixels. */
  width: number
  palette: ChartPalette
  /** Title and answer over the drawing; on screen they are the page's. */
  heading?: boolean
  /** Ends that the bars are drawn between, such as those of both sides of a comparison; those of the chart where left out. */
  ends?: Ends | null
}

/** Height of a bar with the space around it, and of what is around all of them, in pixels. */
const rowHeight = 48
const around = 44
const headed = 76

/** Narrower drawings, in pixels, have the names over the bars. */
const leastForNamesBeside = 560

/** Height of the drawing of so many effects, in pixels. */
export function effectHeight(rows: number, heading = false): number {
  return around + (heading ? headed : 0) + rowHeight * Math.max(1, rows)
}

/** The ends of the effects and of their intervals; null of none. */
export function effectEnds(rows: readonly Omit<EffectView['rows'][number], 'name'>[]): Ends | null {
  return endsOf(rows.flatMap(({ effect, low, high }) => [effect, low, high]))
}

/** Bars of effects, the largest on top, with a line for each interval and the number at the end of the row. */
export function effectOption(
  view: EffectView,
  { width, palette, heading = false, ends = effectEnds(view.rows) }: Drawing,
): ChartOption {
  const { rows } = view
  const text = { color: palette.ink, fontSize: 12, fontFamily: chartFont }
  const { from, to } = ends ?? { from: 0, to: 0 }
  const isBeside = width >= leastForNamesBeside
  const names = isBeside
    ? { width: Math.round(Math.min(320, width * 0.42)), overflow: 'break' as const, lineHeight: 14 }
    : {
        inside: true,
        margin: 0,
        align: 'left' as const,
        verticalAlign: 'bottom' as const,
        padding: [0, 0, 12, 0],
        width: width - 72,
        overflow: 'truncate' as const,
      }
  const shared = {
    type: 'category' as const,
    inverse: true,
    axisLine: { show: false },
    axisTick: { show: false },
  }
  return {
    animation: false,
    textStyle: { fontFamily: chartFont, color: palette.ink },
    aria: { enabled: false },
    ...(heading && { backgroundColor: palette.surface, title: headingOf(view, width, palette) }),
    grid: {
      ...{ top: heading ? headed + 8 : 8, left: 8, right: 8, bottom: 30 },
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'value',
      min: Math.min(0, from),
      max: Math.max(0, to) * 1.04,
      name: view.unit,
      nameLocation: 'middle',
      nameGap: 24,
      nameTextStyle: { color: palette.quiet, fontSize: 12, fontFamily: chartFont },
      axisLabel: {
        color: palette.quiet,
        fontSize: 12,
        formatter: (value: number) => view.number(value),
        hideOverlap: true,
        showMaxLabel: false,
      },
      splitLine: { lineStyle: { color: palette.line } },
      splitNumber: width < 480 ? 2 : 5,
    },
    yAxis: [
      {
        ...shared,
        data: rows.map(({ name }) => name),
        axisLabel: { ...text, interval: 0, ...names },
        // Over the grid's lines.
        z: 3,
      },
      {
        ...shared,
        position: 'right',
        data: rows.map(({ effect }) => view.number(effect)),
        axisLabel: { ...text, fontSize: 13, interval: 0, fontWeight: 600 },
      },
    ],
    series: [
      {
        type: 'bar',
        barWidth: isBeside ? 16 : 12,
        cursor: 'pointer',
        color: palette.series[1],
        itemStyle: { borderRadius: [0, 4, 4, 0] },
        data: rows.map(({ effect }) => effect),
        markLine: {
          silent: true,
          animation: false,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: palette.ink, width: 2, type: 'solid' },
          data: rows.flatMap(({ low, high }, at) =>
            low === null || high === null ? [] : [[{ coord: [low, at] }, { coord: [high, at] }]],
          ) as never,
        },
      },
    ],
  }
}
