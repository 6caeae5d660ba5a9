import type { ChartData } from '../../entities/chart.ts'
import type { InStates } from './in-states.ts'
import { fewResponses, longNames, longTitle, withheldReason } from './words.ts'

const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`)
const quarter = months.slice(0, 3)
const none = quarter.map(() => null)

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
    series: [{ name: 'CSI', data: [71.5, 64.2, 80.1], n: [fewResponses, fewResponses - 1, fewResponses + 1] }],
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
    })),
    descriptors: [longTitle, ...longNames].map((title, at) => ({ title, variable: `series${at}`, color: null })),
    interviews: months.map((_, month) => 10_000 + month),
    goal: 75,
    withheld: null,
  },
}
