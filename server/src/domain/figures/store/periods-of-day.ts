import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex } from '@gensvar/contract/periods'

/** A day and the periods it lies in, as numbers of `periodIndex`. */
export interface PeriodsOfDay {
  day: number
  week: number
  month: number
  quarter: number
  year: number
}

/** Days that are remembered: responses share them, and finding the periods takes as long as most else of a row. */
const mostDays = 20_000
const known = new Map<string, PeriodsOfDay>()

/** The day and the periods of an ISO date. Throws RangeError when the text is not a date. */
export function periodsOfDay(isoDate: string): PeriodsOfDay {
  const periods = known.get(isoDate)
  if (periods) return periods
  const found = periodsOf(toDayNumber(isoDate))
  if (known.size >= mostDays) known.clear()
  known.set(isoDate, found)
  return found
}

function periodsOf(day: number): PeriodsOfDay {
  return {
    day,
    week: periodIndex('week', day),
    month: periodIndex('month', day),
    quarter: periodIndex('quarter', day),
    year: periodIndex('year', day),
  }
}
