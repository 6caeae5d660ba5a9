import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex, periodStart } from '@gensvar/contract/periods'

/** Days after the end of a quarter in which its last answers come, and anonymous surveys close it. */
const settling = 31
const quarters = 4

/** The days of the figures of pools, half-open: the last four whole quarters that ended a month ago or earlier. */
export function poolSpan(today: string): { from: string; to: string } {
  const last = periodIndex('quarter', toDayNumber(today) - settling)
  return { from: periodStart('quarter', last - quarters), to: periodStart('quarter', last) }
}

/** The first day of the figures that end before a day. */
export function spanBefore(until: string): { from: string; to: string } {
  return { from: periodStart('quarter', periodIndex('quarter', toDayNumber(until)) - quarters), to: until }
}
