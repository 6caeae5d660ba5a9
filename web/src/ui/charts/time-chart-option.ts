import type { BarSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type {
  GridComponentOption,
  LegendComponentOption,
  TitleComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import { isFew } from './chart-answer.ts'
import { drawnEnds, valueEnds } from './chart-ends.ts'
import type { ChartEnds } from './chart-ends.ts'
import { chartFont, headingOf } from './chart-heading.ts'
import type { ChartView, SeriesView } from './chart-view.ts'
import { seriesColour } from './palette.ts'
import type { ChartPalette } from './palette.ts'

/** The options of the drawing library that charts use. */
export type ChartOption = ComposeOption<
  | LineSeriesOption
  | BarSeriesOption
  | ScatterSeriesOption
  | GridComponentOption
  | LegendComponentOption
  | TitleComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>

type Series = LineSeriesOption | BarSeriesOption

/** Points up to which each has a mark, and up to which marks keep their size. */
const mostMarks = 200
const mostLargeMarks = 60

/** Size of the mark of a level that begins, in pixels. */
const levelMark = 14

/** Narrower drawings, in pixels, have the legend below even where it is wanted beside. */
const leastForVerticalLegend = 480

interface Drawing {
  /** Width of the drawing in pixels. */
  width: number
  palette: ChartPalette
  /** What the pointer shows at a period, by its index; none in files. */
  tooltip?: (index: number) => HTMLElement
  /** Title and answer over the drawing; on screen they are the page's. */
  heading?: boolean
  /** Ends that the axes reach to at least, such as those of the other side of a comparison; those of the chart where left out. */
  ends?: ChartEnds
}

/** The drawing of a chart: lines, columns or stacked areas over its periods, with its axes, goal and legend. */
export function timeChartOption(
  view: ChartView,
  { width, palette, tooltip, heading = false, ends = drawnEnds(view) }: Drawing,
): ChartOption {
  const { series, interviews, goal } = view
  const kind = drawnAs(view)
  const { lowerY, upperY } = valueEnds(view, kind, ends.values)
  const shownGoal = view.stacked === true ? null : goal
  // Words at the goal's line would lie on columns, so there the legend says what the line is.
  const isGoalInLegend = shownGoal !== null && (kind === 'column' || interviews !== null)
  const named = series.length + (interviews ? 1 : 0) + (isGoalInLegend ? 1 : 0) > 1
  const beside = view.verticalLegend === true && width >= leastForVerticalLegend
  const legendWidth = Math.min(200, Math.round(width * 0.28))
  const top = heading ? 84 : 12
  // What is said of a period that is not whole stands on a line of its own.
  const labels = view.labels.map((label, at) => [label, view.notes[at] ?? ''].filter((part) => part !== '').join('\n'))
  const axisText = { color: palette.quiet, fontSize: 12, fontFamily: chartFont }
  const periods = {
    type: 'category' as const,
    data: labels,
    boundaryGap: true,
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
    axisLabel: {
      ...axisText,
      lineHeight: 16,
      margin: 12,
      ...(view.heading === undefined ? { hideOverlap: true } : wholeNames(width, labels.length)),
    },
  }
  return {
    animation: false,
    textStyle: { fontFamily: chartFont, color: palette.ink },
    aria: { enabled: false },
    ...(heading && { backgroundColor: palette.surface, title: headingOf(view, width, palette) }),
    grid: {
      top,
      left: 8,
      right: beside ? legendWidth + 16 : 12,
      bottom: named && !beside ? 36 : 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    legend: {
      show: named || view.verticalLegend === true,
      type: 'scroll',
      orient: beside ? 'vertical' : 'horizontal',
      ...(beside ? { right: 0, top, width: legendWidth } : { bottom: 0, left: 'center' }),
      data: [
        ...series.map(({ name }) => name),
        ...(interviews ? [view.words.interviews] : []),
        ...(isGoalInLegend ? [{ name: goalName(shownGoal, view), icon: dashes }] : []),
      ],
      textStyle: { ...axisText, color: palette.ink, ...(beside && { width: legendWidth - 40, overflow: 'truncate' }) },
      itemWidth: 16,
      itemHeight: 8,
      pageIconColor: palette.quiet,
      pageIconInactiveColor: palette.line,
      pageTextStyle: axisText,
    },
    tooltip: tooltip
      ? {
          trigger: 'axis',
          confine: true,
          transitionDuration: 0,
          padding: 0,
          borderWidth: 1,
          borderColor: palette.line,
          backgroundColor: palette.surface,
          textStyle: { color: palette.ink, fontFamily: chartFont, fontSize: 13 },
          axisPointer: {
            type: kind === 'column' ? 'shadow' : 'line',
            lineStyle: { color: palette.quiet },
            shadowStyle: { color: 'rgba(128, 128, 128, 0.1)' },
          },
          formatter: (hit) => tooltip((Array.isArray(hit) ? hit[0] : hit)?.dataIndex ?? 0),
        }
      : { show: false },
    // Bands have an axis of their own, where they take no room from columns.
    xAxis: view.band ? [periods, { type: 'category', data: labels, show: false, axisTick: { interval: 0 } }] : periods,
    yAxis: [
      {
        type: 'value',
        scale: kind === 'line',
        // Closer ticks would have the same label.
        minInterval: view.step,
        ...(ends.values && { dataMin: ends.values.from, dataMax: ends.values.to }),
        ...(lowerY !== undefined && { min: lowerY }),
        ...(upperY !== undefined && { max: upperY }),
        ...(view.tickInterval !== undefined && { interval: view.tickInterval }),
        axisLabel: {
          ...axisText,
          formatter: (value: number) => view.number(value),
          // An end of the axis between two ticks would stand on the last of them.
          ...(view.tickInterval !== undefined && { showMaxLabel: (view.upperY ?? 0) % view.tickInterval === 0 }),
        },
        splitLine: { lineStyle: { color: palette.line } },
      },
      {
        type: 'value',
        show: interviews !== null,
        min: 0,
        minInterval: 1,
        ...(ends.interviews && { dataMax: ends.interviews.to }),
        axisLabel: { ...axisText, formatter: (value: number) => view.count(value) },
        splitLine: { show: false },
      },
    ],
    ...(hasNegatives(view) && kind === 'line' && { visualMap: belowZero(series[0] as SeriesView, palette) }),
    series: [
      ...series.map((one, at) => drawn(one, at, view, kind, palette)),
      ...(isDashed(view, kind) ? series.map((one, at) => unfinishedLine(one, at, view, palette)) : []),
      ...(shownGoal === null ? [] : [goalLine(shownGoal, view, palette, !isGoalInLegend)]),
      ...(interviews ? [interviewColumns(interviews, view, kind, palette)] : []),
      ...(view.band ? [bandArea(view.band, view.labels.length, palette)] : []),
    ],
  }
}

/** Every name under its columns, cut where it is wider than these. */
function wholeNames(width: number, count: number) {
  const room = Math.floor((width - axisRoom) / Math.max(1, count)) - 8
  return { interval: 0, width: Math.max(24, room), overflow: 'truncate' as const }
}

/** What the values' axis takes of the width, in pixels. */
const axisRoom = 56

/** Stacked lines are drawn as areas: a line alone would look like a value. */
function drawnAs({ chartType = 'line', stacked = false }: ChartView): 'line' | 'column' | 'area' {
  return chartType === 'line' && stacked ? 'area' : chartType
}

function hasNegatives({ series }: ChartView): boolean {
  return series[0]?.values.some((value) => value !== null && value < 0) ?? false
}

function drawn(
  one: SeriesView,
  at: number,
  view: ChartView,
  kind: 'line' | 'column' | 'area',
  palette: ChartPalette,
): Series {
  const colour = seriesColour(at, one, palette)
  const shared = { name: one.name, ...(view.stacked === true && { stack: 'all' }) }
  const colourOf = (value: number) => (at === 0 && value < 0 ? palette.negative : colour)
  const styleOf = (value: number, index: number) => {
    const own = colourOf(value)
    const isWhole = view.states[index] === 'whole'
    if (isWhole && !isFew(one.n[index], one.lowBase)) return { color: own }
    const borderType = isWhole ? ('solid' as const) : ('dashed' as const)
    return { color: palette.surface, borderColor: own, borderWidth: 2, borderType }
  }
  if (kind === 'column')
    return {
      ...shared,
      type: 'bar',
      color: colour,
      barMaxWidth: 48,
      data: one.values.map((value, index) => {
        return value === null ? { value: '-' } : { value, itemStyle: styleOf(value, index) }
      }),
    }
  const count = one.values.length
  return {
    ...shared,
    type: 'line',
    color: colour,
    lineStyle: { width: 2 },
    symbolSize: count > mostLargeMarks ? 4 : 7,
    showAllSymbol: true,
    connectNulls: false,
    ...(count > 2000 && { sampling: 'lttb' as const }),
    ...(kind === 'area' && { areaStyle: { opacity: view.stacked === true ? 0.75 : 0.15 } }),
    data: one.values.map((value, index) => {
      if (value === null || (isDashed(view, kind) && view.states[index] !== 'whole')) return { value: '-' }
      const alone = (one.values[index - 1] ?? null) === null && (one.values[index + 1] ?? null) === null
      if (one.changes?.some((change) => change.at === index))
        return { value, symbol: 'diamond', symbolSize: levelMark, itemStyle: styleOf(value, index) }
      return {
        value,
        symbol: count <= mostMarks || alone ? 'circle' : 'none',
        itemStyle: styleOf(value, index),
      }
    }),
  }
}

/** Whether a drawing marks where the level of a line changed: a diamond in the place of its point. */
export function hasLevelMarks(view: ChartView): boolean {
  return drawnAs(view) !== 'column' && view.series.some(({ changes = [] }) => changes.length > 0)
}

/** Index of the series that a drawn one shows: after the series come the dashed parts of their lines. Null for another. */
export function seriesAt(view: ChartView, drawnIndex: number): number | null {
  const { length } = view.series
  const isPart = isDashed(view, drawnAs(view)) && drawnIndex < 2 * length
  return drawnIndex < length ? drawnIndex : isPart ? drawnIndex - length : null
}

/** Whether lines to periods that are not whole are drawn apart, dashed; areas only have hollow marks. */
function isDashed({ states }: ChartView, kind: 'line' | 'column' | 'area'): boolean {
  return kind === 'line' && states.some((state) => state !== 'whole')
}

/** The parts of a line that lead to periods that are not whole. Its name is the series', so the legend hides both. */
function unfinishedLine(one: SeriesView, at: number, view: ChartView, palette: ChartPalette): LineSeriesOption {
  const colour = seriesColour(at, one, palette)
  const isWhole = (index: number): boolean => (view.states[index] ?? 'whole') === 'whole'
  return {
    name: one.name,
    type: 'line',
    color: colour,
    lineStyle: { width: 2, type: 'dashed', color: colour },
    symbolSize: 7,
    showAllSymbol: true,
    connectNulls: false,
    data: one.values.map((value, index) => {
      const isPart = !isWhole(index)
      if (value === null || !(isPart || !isWhole(index - 1) || !isWhole(index + 1))) return { value: '-' }
      if (!isPart) return { value, symbol: 'none' }
      const own = at === 0 && value < 0 ? palette.negative : colour
      return { value, symbol: 'circle', itemStyle: { color: palette.surface, borderColor: own, borderWidth: 2 } }
    }),
  }
}

/** The sign of a dashed line in the legend. */
const dashes = 'path://M0,3h7v2h-7zM9,3h7v2h-7z'

function goalName(goal: number, view: ChartView): string {
  return `${view.words.goal} ${view.number(goal)}`
}

/**
 * An invisible line that keeps the goal within the axis, and the goal's dashed line across the chart, with its name where
 * nothing else says it.
 */
function goalLine(goal: number, view: ChartView, palette: ChartPalette, hasName: boolean): LineSeriesOption {
  return {
    name: goalName(goal, view),
    type: 'line',
    silent: true,
    symbol: 'none',
    color: palette.quiet,
    lineStyle: { opacity: 0 },
    data: view.labels.map(() => goal),
    tooltip: { show: false },
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      lineStyle: { type: 'dashed', width: 1.5, color: palette.quiet },
      label: {
        show: hasName,
        position: isNearTop(goal, view) ? 'insideEndBottom' : 'insideEndTop',
        formatter: goalName(goal, view),
        color: palette.ink,
        backgroundColor: palette.surface,
        borderRadius: 4,
        padding: [2, 4],
        fontSize: 12,
        fontFamily: chartFont,
      },
      data: [{ yAxis: goal }],
    },
  }
}

/** Whether words over a line at a value would be cut off by the end of the axis. */
function isNearTop(value: number, { lowerY = 0, upperY }: ChartView): boolean {
  return upperY !== undefined && upperY - value < (upperY - lowerY) / 12
}

/** The marked time: columns without values, because areas marked on columns reach from edge to edge of their periods. */
function bandArea(
  { first, last, name }: NonNullable<ChartView['band']>,
  periods: number,
  palette: ChartPalette,
): BarSeriesOption {
  return {
    name,
    type: 'bar',
    xAxisIndex: 1,
    silent: true,
    data: [],
    tooltip: { show: false },
    markArea: {
      silent: true,
      animation: false,
      itemStyle: { color: palette.quiet, opacity: 0.14 },
      label: {
        // The goal is mostly at the top. A name wider than the area must not leave the chart.
        position: first + last < periods - 1 ? 'insideBottomLeft' : 'insideBottomRight',
        formatter: name,
        color: palette.quiet,
        fontSize: 12,
        fontFamily: chartFont,
      },
      data: [[{ xAxis: first }, { xAxis: last }]],
    },
  }
}

function interviewColumns(
  interviews: readonly (number | null)[],
  view: ChartView,
  kind: 'line' | 'column' | 'area',
  palette: ChartPalette,
): Series {
  const data = interviews.map((count, index) => {
    if (count === null) return '-'
    if (kind === 'column' || view.states[index] === 'whole') return count
    return {
      value: count,
      itemStyle: { color: 'transparent', borderColor: palette.quiet, borderType: 'dashed' as const },
    }
  })
  const shared = { name: view.words.interviews, yAxisIndex: 1, color: palette.quiet, data }
  if (kind === 'column') return { ...shared, type: 'line', symbolSize: 5, lineStyle: { type: 'dotted', width: 2 } }
  return { ...shared, type: 'bar', z: 1, barMaxWidth: 32, itemStyle: { color: palette.quiet, opacity: 0.25 } }
}

/** Red below zero; a line is coloured only between ends that are numbers, so they lie well beyond its values. */
function belowZero(first: SeriesView, palette: ChartPalette): VisualMapComponentOption {
  const beyond = 2 * Math.max(1, ...first.values.map((value) => Math.abs(value ?? 0)))
  return {
    type: 'piecewise',
    show: false,
    seriesIndex: 0,
    dimension: 1,
    pieces: [
      { gte: -beyond, lt: 0, color: palette.negative },
      { gte: 0, lte: beyond, color: seriesColour(0, first, palette) },
    ],
  }
}
