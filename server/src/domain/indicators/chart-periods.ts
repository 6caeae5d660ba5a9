import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex, periodStart } from '@gensvar/contract/periods'
import { say } from '@gensvar/contract/say'
import type { CustomPeriod } from '@gensvar/contract/widgets/development-chart'
import { chartPeriods } from '@gensvar/contract/widgets/development-chart'
import type { AggregateRow } from '#server/domain/figures/expressions/figure-rows.ts'
import type { GroupBy } from '#server/domain/figures/rows/grouping.ts'
import { AppError } from '#server/platform/errors.ts'

/** Maximum number of periods in a chart; the latest are shown. */
export const maxPeriods = 400

/** Groups of a chart by its period. Throws `validation` for one that it does not have. */
export function periodGrouping(period: string, customPeriods: readonly CustomPeriod[]): GroupBy {
  const standard = chartPeriods.find((one) => one === period)
  if (standard) return { period: standard }
  const custom = customPeriods.find((one) => one.extname === period)
  if (custom) return { period: { starts: custom.starts } }
  throw new AppError('validation', say`There is no period "${period}" in this chart.`, { period: say`unknown` })
}

/** The rows with an empty one for every period between the first and the last that has no response. */
export function withGaps(rows: readonly AggregateRow[], next: (from: string) => string): AggregateRow[] {
  const byStart = new Map(rows.map((row) => [row.key.from ?? '', row]))
  const last = rows.at(-1)?.key.from
  const all: AggregateRow[] = []
  for (let from = rows[0]?.key.from; from !== undefined && last !== undefined && from <= last; from = next(from))
    all.push(byStart.get(from) ?? { key: { id: null, name: from, from, to: next(from) }, values: [] })
  return all
}

/** First day of the period after the one that begins on a day. */
export function nextPeriodStart(by: GroupBy): (from: string) => string {
  if (typeof by !== 'object' || !('period' in by)) throw new Error('A chart is over periods')
  const { period } = by
  if (typeof period === 'string') {
    const kind = periodKinds[period]
    return (from) => periodStart(kind, periodIndex(kind, toDayNumber(from)) + 1)
  }
  const starts = [...period.starts].sort()
  return (from) => {
    const year = Number(from.slice(0, 4))
    const later = starts.find((start) => start > from.slice(5))
    return later === undefined ? `${year + 1}-${starts[0]}` : `${year}-${later}`
  }
}

const periodKinds = { days: 'day', weeks: 'week', months: 'month', quarters: 'quarter', years: 'year' } as const
