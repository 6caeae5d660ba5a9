import type { ReportSeries } from '../report.ts'

/** Whether a value of a series is of few answers. */
export function isFewAt({ values, counts, lowBase = null }: ReportSeries, at: number): boolean {
  const count = counts?.[at] ?? null
  return values[at] != null && lowBase !== null && count !== null && count < lowBase
}
