import { chartFont, headingOf } from '#web/ui/charts/time-chart-option.ts'
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
}

/** Height of a bar with the space around it, and of what is around all of them, in pixels. */
const rowHeight = 40
const around = 44
const headed = 76

/** Height of the drawing of so many effects, in pixels. */
export function effectHeight(rows: number, heading = false): number {
  return around + (heading ? headed : 0) + rowHeight * Math.max(1, rows)
}

/** Bars of effects, the largest on top, with a line for each interval and the number at the end of the row. */
export function effectOption(view: EffectView, { width, palette, heading = false }: Drawing): ChartOption {
  const { rows } = view
  const text = { color: palette.ink, fontSize: 13, fontFamily: chartFont }
  const room = Math.round(Math.min(320, width * 0.42))
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
      name: view.unit,
      nameLocation: 'middle',
      nameGap: 24,
      nameTextStyle: { color: palette.quiet, fontSize: 12, fontFamily: chartFont },
      axisLabel: {
        color: palette.quiet,
        fontSize: 12,
        formatter: (value: number) => view.number(value),
        hideOverlap: true,
      },
      splitLine: { lineStyle: { color: palette.line } },
      splitNumber: width < 480 ? 2 : 5,
    },
    yAxis: [
      {
        ...shared,
        data: rows.map(({ name }) => name),
        axisLabel: { ...text, interval: 0, width: room, overflow: 'break', lineHeight: 15, lineOverflow: 'truncate' },
      },
      {
        ...shared,
        position: 'right',
        data: rows.map(({ effect }) => view.number(effect)),
        axisLabel: { ...text, interval: 0, fontWeight: 600 },
      },
    ],
    series: [
      {
        type: 'bar',
        barWidth: 16,
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
