import { fromDayNumber, toDayNumber } from '@gensvar/contract/dates'
import { periodIndex, periodStart, wholePeriods } from '@gensvar/contract/periods'
import type { DaySpan } from './period.ts'

/**
 * The days of a chart that has a period of its own (`own`) where another one is chosen: as many whole weeks or months, or days,
 * up to the end of the chosen days, and all of these where they are more. A span that is open at its end stays as it is chosen.
 */
export function chartSpan(chosen: DaySpan, own: DaySpan): DaySpan {
  if (chosen.from === null || chosen.to === null) return chosen
  if (own.from === null || own.to === null) return { from: null, to: chosen.to }
  const from = beginBefore(chosen.to, own.from, own.to)
  return { from: from < chosen.from ? from : chosen.from, to: chosen.to }
}

const monthsIn = { month: 1, quarter: 3, year: 12 } as const

/** First day of a span that ends before a day and is as long as another one. */
function beginBefore(end: string, from: string, to: string): string {
  const whole = wholePeriods(from, to)
  if (whole === null) return fromDayNumber(toDayNumber(end) - (toDayNumber(to) - toDayNumber(from)))
  const [kind, count] =
    whole.kind === 'week' ? (['week', whole.count] as const) : (['month', whole.count * monthsIn[whole.kind]] as const)
  return periodStart(kind, periodIndex(kind, toDayNumber(end) - 1) - count + 1)
}
