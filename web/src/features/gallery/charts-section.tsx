import { useState } from 'react'
import type { ChartData, ChartSummary } from '@gensvar/contract/entities/chart'
import { chartStates } from '@gensvar/contract/widgets/example-states/chart-states'
import { Card } from '#web/ui/card.tsx'
import type { SavedChart } from '#web/ui/charts/chart-file.ts'
import { DrawnChart } from '#web/ui/charts/drawn-chart.tsx'
import { ExportMenu } from '#web/ui/charts/export-menu.tsx'
import type { ChartPalette } from '#web/ui/charts/palette.ts'
import { PeriodLinks } from '#web/ui/charts/period-links.tsx'
import { TimeChart } from '#web/ui/charts/time-chart.tsx'
import { effectHeight, effectOption } from '#web/widgets/drivers/effect-option.ts'
import type { EffectView } from '#web/widgets/drivers/effect-option.ts'
import { StackedBar } from '#web/ui/stacked-bar.tsx'
import { Shown } from './shown.tsx'

const parts = [
  { name: 'low', share: 15, colour: 'var(--gv-series-negative)' },
  { name: 'middle', share: 27, colour: 'var(--gv-no-value-fill)' },
  { name: 'high', share: 58, colour: 'var(--gv-positive-fill)' },
]

const options = ['Months', 'Quarters', 'Years'].map((label) => ({ value: label, label }))

const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`)

const summary: ChartSummary = {
  value: '74',
  few: false,
  change: '4',
  arrow: 2,
  base: '78',
  chance: null,
  at: 10,
  before: 9,
  period: null,
  against: null,
  why: null,
}

const two: ChartData = {
  categories: months,
  series: ['CSI', 'NPS'].map((name, at) => ({
    name,
    data: months.map((_, month) => (month === 4 ? null : 70 - at * 30 + ((month * 7) % 11))),
    n: months.map(() => 120),
    lowBase: 30,
  })),
  states: months.map((_, month) => (month === 11 ? 'running' : 'whole')),
  summary,
  descriptors: ['csi', 'nps'].map((variable) => ({ title: variable, variable, color: null })),
  interviews: months.map((_, month) => 100 + month),
  goal: 75,
}

/** Charts over time, in each way they are drawn. */
export function ChartsSection() {
  const [period, setPeriod] = useState('Months')
  return (
    <>
      <Shown name="StackedBar" isBlock>
        <StackedBar parts={parts} />
        <StackedBar parts={parts} isTall />
      </Shown>
      <Shown name="PeriodLinks">
        <PeriodLinks options={options} value={period} onChange={setPeriod} />
      </Shown>
      <Shown name="TimeChart" isBlock>
        <Card title="Lines">
          <TimeChart data={two} period="months" height={300} title="Lines" />
        </Card>
        <Card title="Columns, stacked">
          <TimeChart data={two} period="months" height={300} title="Columns" chartType="column" stacked />
        </Card>
        <Card title="Areas, with the legend beside">
          <TimeChart data={two} period="months" height={300} title="Areas" chartType="area" verticalLegend />
        </Card>
        <Card title="Few answers">
          <TimeChart data={chartStates.few} period="months" height={300} title="Few" />
        </Card>
        <Card title="Long words">
          <TimeChart data={chartStates.long} period="months" height={300} title="Long" verticalLegend />
        </Card>
        <Card title="One point">
          <TimeChart
            data={{
              ...two,
              categories: months.slice(0, 1),
              states: ['running'],
              summary: { ...summary, value: '70', change: null, base: null, at: 0, before: null },
              series: two.series.map((one) => ({ ...one, data: [70], n: [120] })),
            }}
            period="months"
            height={300}
            title="One"
          />
        </Card>
      </Shown>
      <Shown name="ExportMenu">
        <ExportMenu chart={savedBars} />
      </Shown>
      <Shown name="DrawnChart" isBlock>
        <Card title="Bars with intervals">
          <DrawnChart
            title="Bars"
            answer={bars.answer}
            draw={drawBars}
            saved={savedBars}
            height={effectHeight(bars.rows.length)}
            table={<p>The same figures as a table</p>}
          />
        </Card>
      </Shown>
    </>
  )
}

const bars: EffectView = {
  title: 'Bars',
  answer: 'Helpful staff moves CSI most: 2.7 for each point better',
  unit: 'Points of CSI for each point better',
  rows: [
    { name: 'Helpful staff', effect: 2.7, low: 2.1, high: 3.4 },
    { name: 'Tidiness', effect: 0.9, low: null, high: null },
  ],
  number: (value) => value.toFixed(1),
}

const savedBars: SavedChart = {
  title: 'Bars',
  draw: (width, palette) => effectOption(bars, { width, palette, heading: true }),
}

const drawBars = (width: number, palette: ChartPalette) => effectOption(bars, { width, palette })
