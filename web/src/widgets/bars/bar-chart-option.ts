import type { ChartPalette } from '#web/ui/charts/palette.ts'
import { chartFont, headingOf } from '#web/ui/charts/time-chart-option.ts'
import type { ChartOption } from '#web/ui/charts/time-chart-option.ts'
import type { Bar, BarTone, BarView } from './bar-view.ts'

/** The drawing of bars for files: a row each, its words under its name. */
export function barChartOption(view: BarView, width: number, palette: ChartPalette): ChartOption {
  const most = Math.max(1, ...view.rows.map(({ bars }) => bars.length))
  const lanes = Array.from({ length: most }, (_, at) => view.rows.map(({ bars }) => bars[at]))
  const text = { color: palette.ink, fontSize: 13, fontFamily: chartFont }
  const [zero] = view.rows.map((row) => row.zero)
  return {
    animation: false,
    textStyle: { fontFamily: chartFont, color: palette.ink },
    aria: { enabled: false },
    backgroundColor: palette.surface,
    title: headingOf(view, width, palette),
    grid: {
      top: 92,
      left: 12,
      right: 16,
      bottom: view.legend.length > 0 ? 40 : 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    legend: {
      show: view.legend.length > 0,
      bottom: 4,
      left: 'center',
      data: view.legend.map(({ name, tone }) => ({ name, itemStyle: { color: toneColour(tone, palette) } })),
      textStyle: text,
      itemWidth: 16,
      itemHeight: 8,
    },
    tooltip: { show: false },
    xAxis: { type: 'value', min: 0, max: 100, show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: view.rows.map(({ name, words }) => `${name}\n${words}`),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...text, lineHeight: 17, width: Math.round(width * 0.45), overflow: 'break' },
    },
    series: lanes.flatMap((bars, at) => [
      // Bars begin anywhere: each lies on one that is not seen.
      {
        type: 'bar' as const,
        stack: `lane${at}`,
        silent: true,
        barMaxWidth: 24,
        itemStyle: { color: 'transparent' },
        data: bars.map((bar) => (bar ? Math.min(bar.from, bar.to) : '-')),
        ...(at === 0 && zero != null && { markLine: zeroLine(zero, palette) }),
      },
      {
        type: 'bar' as const,
        stack: `lane${at}`,
        name: view.legend[at]?.name ?? '',
        barMaxWidth: 24,
        color: toneColour(view.legend[at]?.tone ?? 'own', palette),
        data: bars.map((bar) => (bar ? { value: Math.abs(bar.to - bar.from), itemStyle: styleOf(bar, palette) } : '-')),
      },
    ]),
  }
}

function zeroLine(at: number, palette: ChartPalette) {
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    label: { show: false },
    lineStyle: { type: 'solid' as const, width: 1, color: palette.quiet },
    data: [{ xAxis: at }],
  }
}

function styleOf({ tone, isHollow }: Bar, palette: ChartPalette) {
  const color = toneColour(tone, palette)
  return isHollow ? { color: palette.surface, borderColor: color, borderWidth: 2 } : { color }
}

function toneColour(tone: BarTone, { series, quiet, negative, further }: ChartPalette): string {
  switch (tone) {
    case 'own':
      return series[1] ?? quiet
    case 'base':
      return further
    case 'better':
      return series[0] ?? quiet
    case 'worse':
      return negative
    case 'neutral':
      return quiet
  }
}
