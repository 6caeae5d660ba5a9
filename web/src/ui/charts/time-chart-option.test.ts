import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { LegendComponentOption, YAXisComponentOption } from 'echarts'
import { describe, expect, test } from 'vitest'
import { formatIn } from '#web/lib/format.ts'
import type { ChartView } from './chart-view.ts'
import { startOffscreen } from './engine.ts'
import { chartPalettes } from './palette.ts'
import { timeChartOption } from './time-chart-option.ts'

const format = formatIn('sv')
const { light } = chartPalettes

function viewOf(change: Partial<ChartView> = {}): ChartView {
  return {
    title: 'NPS',
    answer: 'NPS rose',
    labels: ['Jan', 'Feb', 'Mar'],
    states: ['whole', 'whole', 'whole'],
    notes: ['', '', ''],
    series: [{ name: 'NPS', variable: 'nps', color: null, values: [12, null, -4], n: [120, null, 12], lowBase: 30 }],
    interviews: null,
    goal: null,
    range: null,
    band: null,
    words: { goal: 'Goal', interviews: 'Interviews' },
    number: (value) => format.number(value, 1),
    step: 0.1,
    count: (value) => format.number(value),
    answers: (count) => `${count} answers`,
    ...change,
  }
}

const another = { name: 'CSI', variable: 'csi', color: null, values: [70, 71, 72], n: [120, 3, 130], lowBase: 30 }

type Item = { value: number | '-'; symbol?: string; itemStyle?: { color?: string; borderColor?: string } }

function drawingOf(change: Partial<ChartView> = {}, width = 800) {
  const option = timeChartOption(viewOf(change), { width, palette: light })
  const series = option.series as (LineSeriesOption | BarSeriesOption)[]
  return {
    option,
    series,
    axes: option.yAxis as YAXisComponentOption[],
    items: (at: number) => series[at]?.data as Item[],
  }
}

describe('series', () => {
  test('are lines, columns or areas on top of each other (DEVCH-03a) (DEVCH-03b) (DEVCH-03c)', () => {
    const shapes = (change: Partial<ChartView>) =>
      drawingOf({ series: [...viewOf().series, another], ...change }).series.map((one) => [
        one.type,
        one.stack,
        'areaStyle' in one,
      ])
    expect(shapes({ chartType: 'line' })).toEqual([
      ['line', undefined, false],
      ['line', undefined, false],
    ])
    expect(shapes({ chartType: 'column' })).toEqual([
      ['bar', undefined, false],
      ['bar', undefined, false],
    ])
    expect(shapes({ chartType: 'area', stacked: true })).toEqual([
      ['line', 'all', true],
      ['line', 'all', true],
    ])
    expect(shapes({ chartType: 'line', stacked: true })).toEqual([
      ['line', 'all', true],
      ['line', 'all', true],
    ])
    expect(shapes({ chartType: 'column', stacked: true })).toEqual([
      ['bar', 'all', false],
      ['bar', 'all', false],
    ])
  })

  test('have a gap where there is no value, never zero', () => {
    for (const chartType of ['line', 'column', 'area'] as const) {
      const { series, items } = drawingOf({ chartType })
      expect(items(0)[1]?.value).toBe('-')
      if (chartType !== 'column') expect(series[0]).toMatchObject({ connectNulls: false })
    }
  })

  test('are red below zero where they are green (DEVCH-08)', () => {
    const columns = drawingOf({
      chartType: 'column',
      series: [
        { ...another, values: [12, -3, 5], n: [] },
        { ...another, values: [-1, 1, 1], n: [] },
      ],
    })
    expect(columns.items(0).map((item) => item.itemStyle?.color)).toEqual(['#00c896', '#be0000', '#00c896'])
    expect(columns.items(1).map((item) => item.itemStyle?.color)).toEqual(['#2f6bde', '#2f6bde', '#2f6bde'])
    expect(drawingOf().option.visualMap).toMatchObject({
      seriesIndex: 0,
      pieces: [
        { gte: -24, lt: 0, color: '#be0000' },
        { gte: 0, lte: 24, color: '#00c896' },
      ],
    })
  })

  test('are hollow where fewer than 30 answers stand behind a value', () => {
    const { items } = drawingOf({ series: [another] })
    expect(items(0).map(({ itemStyle }) => itemStyle?.color === light.surface)).toEqual([false, true, false])
    expect(items(0)[1]?.itemStyle?.borderColor).toBe('#00c896')
  })

  describe('of a period that is not over', () => {
    const running: Partial<ChartView> = {
      series: [{ ...another, n: [120, 120, 120] }],
      states: ['whole', 'whole', 'running'],
      notes: ['', '', 'so far'],
    }

    test('are dashed lines to a hollow mark', () => {
      const { series, items } = drawingOf(running)
      expect(items(0).map(({ value }) => value)).toEqual([70, 71, '-'])
      expect(series[1]).toMatchObject({ name: 'CSI', lineStyle: { type: 'dashed' } })
      expect(items(1).map(({ value, symbol }) => [value, symbol])).toEqual([
        ['-', undefined],
        [71, 'none'],
        [72, 'circle'],
      ])
      expect(items(1)[2]?.itemStyle).toMatchObject({ color: light.surface, borderColor: '#00c896' })
    })

    test('are hollow columns with a dashed edge, and marks of areas likewise', () => {
      for (const chartType of ['column', 'area'] as const) {
        const { series, items } = drawingOf({ ...running, chartType })
        expect(series).toHaveLength(1)
        expect(items(0)[2]?.itemStyle).toMatchObject({ color: light.surface, borderType: 'dashed' })
        expect(items(0)[1]?.itemStyle).toEqual({ color: '#00c896' })
      }
    })

    test('is named as such on the axis', () => {
      expect(drawingOf(running).option.xAxis).toMatchObject({ data: ['Jan', 'Feb', 'Mar\nso far'] })
    })
  })

  test('keep the mark of a value that stands alone among very many', () => {
    const values: (number | null)[] = Array.from({ length: 500 }, (_, index) => index)
    values[99] = null
    values[101] = null
    const { items } = drawingOf({ series: [{ ...another, values, n: [] }], states: values.map(() => 'whole') })
    expect([98, 100, 250].map((at) => items(0)[at]?.symbol)).toEqual(['none', 'circle', 'none'])
  })
})

describe('axes', () => {
  test('have bounds above, below, both or none (DEVCH-05a) (DEVCH-05b)', () => {
    const bounds = (change: Partial<ChartView>) => [drawingOf(change).axes[0]?.min, drawingOf(change).axes[0]?.max]
    expect(bounds({ lowerY: -100 })).toEqual([-100, undefined])
    expect(bounds({ upperY: 100 })).toEqual([undefined, 100])
    expect(bounds({ lowerY: 0, upperY: 5 })).toEqual([0, 5])
    expect(bounds({})).toEqual([undefined, undefined])
    // One value alone is drawn over all that it could be.
    const range = { from: 1, to: 5 }
    const once = { ...another, values: [null, 4, 4] }
    expect(bounds({ range, series: [once] })).toEqual([1, 5])
    expect(bounds({ range, series: [once], goal: 3 })).toEqual([undefined, undefined])
    expect(bounds({ range, series: [once], upperY: 10 })).toEqual([undefined, 10])
    expect(bounds({ range, series: [once], chartType: 'column' })).toEqual([undefined, undefined])
    expect(bounds({ range, series: [{ ...another, values: [3, 4, 4] }] })).toEqual([undefined, undefined])
  })

  test('begin at zero for columns', () => {
    expect(drawingOf({ chartType: 'column' }).axes[0]).toMatchObject({ scale: false })
    expect(drawingOf({ chartType: 'line' }).axes[0]).toMatchObject({ scale: true })
  })

  test('count interviews on one of their own, without decimals (DEVCH-04)', () => {
    const { axes, series } = drawingOf({ interviews: [1200, null, 80] })
    expect(series.at(-1)).toMatchObject({ name: 'Interviews', yAxisIndex: 1, data: [1200, '-', 80] })
    expect(axes[1]).toMatchObject({ show: true, minInterval: 1 })
    const label = axes[1]?.axisLabel?.formatter as (value: number) => string
    expect(label(1200)).toBe('1\u{a0}200')
    expect(drawingOf().axes[1]).toMatchObject({ show: false })
  })

  test('have no two labels alike, however close the values are', () => {
    const labels = (values: number[]): string[] => {
      const { option } = drawingOf({ series: [{ ...another, values, n: [] }] })
      const drawn = startOffscreen('svg', 800, 320)
      drawn.setOption(option)
      const svg = drawn.renderToSVGString()
      drawn.dispose()
      return [...svg.matchAll(/>(-?[\d\s]+,\d)<\/text>/g)].map((match) => match[1] ?? '')
    }
    for (const values of [
      [3.41, 3.43, 3.44],
      [3.4, 3.4, 3.4],
      [3.36, 3.45, 3.52],
      [70, 71, 72],
    ]) {
      const told = labels(values)
      expect(told.length).toBeGreaterThan(1)
      expect(new Set(told).size).toBe(told.length)
    }
  })

  test('write values as the view does', () => {
    const label = drawingOf().axes[0]?.axisLabel?.formatter as (value: number) => string
    expect(label(74.25)).toBe('74,3')
  })
})

describe('the goal', () => {
  test('is a dashed line that the axis always reaches', () => {
    const { series } = drawingOf({ goal: 75 })
    expect(series[1]).toMatchObject({
      data: [75, 75, 75],
      markLine: { data: [{ yAxis: 75 }], lineStyle: { type: 'dashed' } },
    })
  })

  test('is named at its line, but in the legend where its name would lie on columns', () => {
    const naming = (change: Partial<ChartView>) => {
      const { series, option } = drawingOf({ goal: 75, ...change })
      const line = series.find((one) => one.markLine !== undefined)!
      const legend = option.legend as LegendComponentOption
      const entry = legend.data?.find((one) => typeof one === 'object' && one.name === line.name)
      return {
        name: line.name,
        atLine: line.markLine?.label?.show,
        inLegend: legend.show === true && entry !== undefined,
      }
    }
    const name = 'Goal 75,0'
    expect(naming({ chartType: 'line' })).toEqual({ name, atLine: true, inLegend: false })
    expect(naming({ chartType: 'area' })).toEqual({ name, atLine: true, inLegend: false })
    expect(naming({ chartType: 'column' })).toEqual({ name, atLine: false, inLegend: true })
    expect(naming({ chartType: 'line', interviews: [4, 5, 6] })).toEqual({ name, atLine: false, inLegend: true })
  })

  test('is left out of series on top of each other, whose sums it says nothing of', () => {
    expect(drawingOf({ goal: 75, stacked: true }).series).toHaveLength(1)
  })
})

describe('a marked time', () => {
  test('is an area over its periods on an axis of its own', () => {
    const { series, option } = drawingOf({ band: { first: 1, last: 2, name: 'Action' } })
    expect(option.xAxis).toMatchObject([{ data: ['Jan', 'Feb', 'Mar'] }, { data: ['Jan', 'Feb', 'Mar'], show: false }])
    expect(series.at(-1)).toMatchObject({
      ...{ name: 'Action', type: 'bar', xAxisIndex: 1, data: [] },
      markArea: { data: [[{ xAxis: 1 }, { xAxis: 2 }]], label: { position: 'insideBottomRight' } },
    })
    const early = drawingOf({ band: { first: 0, last: 0, name: 'Action' } }).series.at(-1)
    expect(early).toMatchObject({ markArea: { label: { position: 'insideBottomLeft' } } })
  })
})

describe('the legend', () => {
  test('stands beside the chart when asked to (DEVCH-06), below it on a narrow screen', () => {
    expect(drawingOf({ verticalLegend: true }).option.legend).toMatchObject({
      show: true,
      orient: 'vertical',
      right: 0,
    })
    expect(drawingOf({ verticalLegend: true }, 320).option.legend).toMatchObject({ orient: 'horizontal', bottom: 0 })
  })

  test('is left out for a single series', () => {
    expect(drawingOf().option.legend).toMatchObject({ show: false })
    expect(drawingOf({ series: [...viewOf().series, another] }).option.legend).toMatchObject({
      show: true,
      data: ['NPS', 'CSI'],
    })
  })
})
