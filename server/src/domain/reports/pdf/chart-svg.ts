import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, MarkLineComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
// The package's modules, some hundred files, take eight times as long to load.
import { init, setPlatformAPI } from 'echarts/dist/echarts.esm.min.mjs'
import { formatNumber } from '#server/domain/indicators/figure-text.ts'
import type { ReportChart, ReportSeries } from '../report.ts'
import type { Drawing } from './drawing.ts'
import { isFewAt } from './few-answers.ts'
import { fontFamily } from './fonts.ts'
import { colours, seriesColours, sizes } from './style.ts'

type Option = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption | MarkLineComponentOption>
type MarkLine = NonNullable<BarSeriesOption['markLine']>

/** Height of a row of one bar: as there is room, between these. */
const barRow = { least: 12, most: 17 }
/** What of a page's height the heading of a chart and its notes take. */
const headingHeight = 90
/** Greatest height of a chart of lines; two of them fit a page with their headings. */
const lineHeight = 190
/** Greatest width of the names beside bars. */
const widestName = 190
/** Points of a single line that all have their value beside them. */
const mostLabels = 14

/** A chart as drawings in SVG, each as wide as the page. */
export function chartDrawings(chart: ReportChart, drawing: Drawing): string[] {
  setPlatformAPI({ measureText: (text, font) => ({ width: drawing.fonts.width(text, sizeOf(font)) }) })
  if (chart.shape === 'line')
    return [svgOf(lineOption(chart, drawing), drawing.width, Math.min(lineHeight, drawing.height / 2 - headingHeight))]
  const { length } = chart.categories
  const room = drawing.height - headingHeight
  const least = Math.max(barRow.least, 9 * chart.series.length + 4)
  const most = Math.max(1, Math.floor(room / least))
  const row = Math.max(least, Math.min(barRow.most, room / Math.min(most, length)))
  // More bars than a page holds go on in the next drawing, on the same scale.
  return Array.from({ length: Math.ceil(length / most) }, (_, part) => {
    const count = Math.min(most, length - part * most)
    return svgOf(barOption(chart, part * most, count, drawing), drawing.width, count * row + 8)
  })
}

function svgOf(option: Option, width: number, height: number): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(option)
    return chart.renderToSVGString()
  } finally {
    chart.dispose()
  }
}

/** Size in a font such as `normal 9px Roboto`. */
function sizeOf(font: string | undefined): number {
  return Number(/([\d.]+)px/.exec(font ?? '')?.[1] ?? sizes.small)
}

// The borders of ECharts' labels would be painted over them.
const text = { color: colours.ink, fontFamily, fontSize: sizes.small, textBorderWidth: 0 }
const quietText = { ...text, color: colours.quiet }

function numberIn({ decimals, suffix }: ReportChart, drawing: Drawing): (value: number) => string {
  return (value) => `${formatNumber(value, decimals, drawing.locale)}${suffix ? `\u00a0${suffix}` : ''}`
}

function barOption(chart: ReportChart, from: number, count: number, drawing: Drawing): Option {
  const number = numberIn(chart, drawing)
  const names = chart.categories.map((name) => shortened(drawing.print(name), widestName, drawing))
  const widest = (texts: readonly string[]): number =>
    Math.max(0, ...texts.map((one) => drawing.fonts.width(one, sizes.small)))
  const values = chart.series.flatMap((one) => one.values.filter((value) => value !== null))
  const [min, max] = ends(chart, values)
  const axis = { type: 'category', inverse: true, axisTick: { show: false }, silent: true } as const
  const [alone = null] = chart.series.length === 1 ? chart.series : []
  const labels = alone?.values.map((value) => (value === null ? '' : number(value))) ?? []
  const labelWidth = alone ? widest(labels) : widest(values.map(number))
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: { left: widest(names) + 8, right: labelWidth + 10, top: 4, bottom: 4 },
    xAxis: { type: 'value', min, max, show: false },
    yAxis: [
      {
        ...axis,
        data: names.slice(from, from + count),
        axisLine: { onZero: true, lineStyle: { color: colours.lineStrong } },
        // The names stay at the left also where bars begin in the middle.
        axisLabel: { ...text, interval: 0, margin: 8, inside: false },
      },
      {
        ...axis,
        // Values stand in a column of their own, clear of the lines of goal and reference.
        data: labels.slice(from, from + count),
        position: 'right',
        axisLine: { show: false },
        axisLabel: {
          ...text,
          interval: 0,
          align: 'right',
          margin: labelWidth + 8,
          color: (_value, index = 0) => (alone && isFewAt(alone, from + index) ? colours.quiet : colours.ink),
        },
      },
    ],
    series: chart.series.map((one, at) => ({
      type: 'bar',
      barMaxWidth: 10,
      data: one.values.slice(from, from + count).map((value, index) => bar(one, value, from + index, at)),
      ...(alone === null && {
        label: { ...text, show: true, position: 'right', formatter: ({ value }) => number(Number(value)) },
      }),
      ...(at === 0 && { markLine: markLine(chart, 'xAxis') }),
    })),
  }
}

function bar(one: ReportSeries, value: number | null, index: number, at: number) {
  if (value === null) return { value: '-' }
  const own = seriesColours[at % seriesColours.length] ?? colours.ink
  const isFew = isFewAt(one, index)
  return { value, itemStyle: isFew ? { color: colours.paper, borderColor: own, borderWidth: 1 } : { color: own } }
}

/**
 * Ends of the scale of bars. They begin at its lower end, or at zero where it has negative values; the negative part is
 * left out where there are none.
 */
function ends({ min, max, goal = null, reference = null }: ReportChart, values: readonly number[]): [number, number] {
  const shown = [...values, ...(goal === null ? [] : [goal]), ...(reference ? [reference.value] : [])]
  const isPositive = shown.every((value) => value >= 0)
  const lower = Math.min(isPositive ? Math.max(0, min ?? 0) : (min ?? 0), ...shown)
  const upper = Math.max(max ?? 0, ...shown)
  return lower === upper ? [lower, lower + 1] : [lower, upper]
}

function lineOption(chart: ReportChart, drawing: Drawing): Option {
  const number = numberIn(chart, drawing)
  const { min, max, goal = null } = chart
  const isAlone = chart.series.length === 1
  const ends = chart.series.map(({ values }) => number(values.findLast((value) => value !== null) ?? 0))
  const endWidth = Math.max(...ends.map((end) => drawing.fonts.width(end, sizes.small)))
  return {
    animation: false,
    textStyle: { fontFamily },
    grid: {
      left: 4,
      right: isAlone ? 16 : endWidth + 8,
      top: 14,
      bottom: 2,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      // What is said of a period, such as that it is not over, stands on a line of its own.
      data: chart.categories.map((name) => drawing.print(name).replace(' (', '\n(')),
      axisLine: { lineStyle: { color: colours.lineStrong } },
      axisTick: { show: false },
      axisLabel: { ...quietText, lineHeight: 10, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      scale: true,
      ...(min !== null && { min }),
      ...(max !== null && { max }),
      ...(min !== null && max !== null && { interval: (max - min) / 4 }),
      splitNumber: 4,
      // Finer steps would have the same label.
      minInterval: 10 ** -chart.decimals,
      axisLabel: { ...quietText, formatter: number },
      splitLine: { lineStyle: { color: colours.line, width: 0.5 } },
    },
    series: [
      ...chart.series.map((one, at) => line(chart, one, at, number)),
      ...(goal === null ? [] : [unseenLine(chart.categories.map(() => goal))]),
    ],
  }
}

/** Keeps a value within the scale. */
function unseenLine(data: number[]): LineSeriesOption {
  return { type: 'line', data, symbol: 'none', lineStyle: { opacity: 0 } }
}

function line(chart: ReportChart, one: ReportSeries, at: number, number: (value: number) => string): LineSeriesOption {
  const own = seriesColours[at % seriesColours.length] ?? colours.ink
  const last = one.values.findLastIndex((value) => value !== null)
  const isLabelled = (index: number): boolean =>
    index === last || (chart.series.length === 1 && one.values.length <= mostLabels)
  return {
    type: 'line',
    connectNulls: false,
    showAllSymbol: true,
    symbolSize: one.values.length > 60 ? 2 : 5,
    lineStyle: { width: 1.5, color: own },
    data: one.values.map((value, index) => {
      if (value === null) return { value: '-' }
      const isFew = isFewAt(one, index)
      return {
        value,
        symbol: 'circle',
        itemStyle: isFew ? { color: colours.paper, borderColor: own, borderWidth: 1.2 } : { color: own },
        label: {
          ...(isFew ? quietText : text),
          show: isLabelled(index),
          position: chart.series.length === 1 ? 'top' : 'right',
          formatter: () => number(value),
        },
      }
    }),
    labelLayout: { moveOverlap: 'shiftY' },
    ...(at === 0 && { markLine: markLine(chart, 'yAxis') }),
  }
}

/** The goal's dashed line and the reference's plain one. What they are is in the legend. */
function markLine({ goal = null, reference = null }: ReportChart, axis: 'xAxis' | 'yAxis'): MarkLine {
  const at = (value: number) => (axis === 'xAxis' ? { xAxis: value } : { yAxis: value })
  return {
    silent: true,
    symbol: 'none',
    animation: false,
    label: { show: false },
    data: [
      ...(goal === null
        ? []
        : [{ ...at(goal), lineStyle: { type: 'dashed' as const, width: 1, color: colours.quiet } }]),
      ...(reference
        ? [{ ...at(reference.value), lineStyle: { type: 'solid' as const, width: 1, color: colours.ink } }]
        : []),
    ],
  }
}

/** The beginning of a text that fits a width. */
function shortened(text: string, width: number, { fonts }: Drawing): string {
  if (fonts.width(text, sizes.small) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && fonts.width(`${letters.join('')}\u2026`, sizes.small) > width) letters.pop()
  return `${letters.join('').trimEnd()}\u2026`
}
