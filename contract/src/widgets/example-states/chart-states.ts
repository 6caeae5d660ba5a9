import type { ChartData, ChartSummary } from '../../entities/chart.ts'
import type { InStates } from './in-states.ts'
import { fewResponses, longNames, longTitle, withheldReason } from './words.ts'

const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`)
const quarter = months.slice(0, 3)
const none = quarter.map(() => null)

/** What the charts below say: the latest period that is over. */
const summary = {
  value: '64.2',
  few: false,
  change: null,
  arrow: 0,
  base: null,
  chance: null,
  at: 1,
  before: null,
  period: null,
  against: null,
  why: null,
} satisfies ChartSummary

const chance = { low: -0.4, high: 2.4, isMore: false }

/** A chart in each state. */
export const chartStates: InStates<ChartData> = {
  empty: {
    categories: quarter,
    series: [{ name: 'CSI', data: none, n: quarter.map(() => 0) }],
    descriptors: [{ title: 'CSI', variable: 'csi', color: null }],
    interviews: quarter.map(() => 0),
    goal: 75,
    withheld: null,
  },
  withheld: {
    categories: quarter,
    series: [{ name: 'CSI', data: none, n: none }],
    descriptors: [{ title: 'CSI', variable: 'csi', color: null }],
    interviews: none,
    goal: 75,
    withheld: withheldReason,
  },
  few: {
    categories: quarter,
    series: [
      { name: 'CSI', data: [71.5, 64.2, 80.1], n: [fewResponses, fewResponses - 1, fewResponses + 1], lowBase: 30 },
    ],
    states: ['whole', 'whole', 'running'],
    summary: { ...summary, few: true },
    descriptors: [{ title: 'CSI', variable: 'csi', color: null }],
    interviews: [fewResponses, fewResponses - 1, fewResponses + 1],
    goal: 75,
    withheld: null,
  },
  long: {
    categories: months,
    series: [longTitle, ...longNames].map((name, at) => ({
      name,
      data: months.map((_, month) => 60 + at * 5 + (month % 4)),
      n: months.map(() => 1204),
      lowBase: 30,
    })),
    states: months.map((_, month) => (month === 11 ? 'running' : 'whole')),
    summary: { ...summary, value: '62.0', change: '1.0', arrow: 1, base: '61.0', chance, at: 10, before: 9 },
    descriptors: [longTitle, ...longNames].map((title, at) => ({ title, variable: `series${at}`, color: null })),
    interviews: months.map((_, month) => 10_000 + month),
    goal: 75,
    withheld: null,
  },
}
