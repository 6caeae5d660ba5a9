import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex, periodSpan } from '@gensvar/contract/periods'
import { weekdayOf } from '../calendar.ts'
import { WeightedList } from '../random.ts'
import type { Random } from '../random.ts'
import type { Branch } from './branches.ts'

/** A contact with a branch, on a day number, about which somebody was asked and answered. */
export interface Meeting {
  branch: Branch
  day: number
}

/** Number of finished quarters in the survey: two years, and those to compare them with. */
const finishedQuarters = 8

/** Growth of every branch's answers per quarter. */
const growth = 0.015

/**
 * The contacts with answers, in order of their days: of the finished quarters and the current one up to yesterday.
 * `share` is the part of the usual number of them.
 */
export function planMeetings(random: Random, branches: readonly Branch[], today: number, share: number): Meeting[] {
  const running = periodIndex('quarter', today)
  const meetings: Meeting[] = []
  for (let age = finishedQuarters; age >= 0; age--) {
    const days = workdays(running - age, today)
    if (days === null) continue
    for (const branch of branches) {
      const busy = branch.perQuarter * (1 + growth * (finishedQuarters - age)) * Math.exp(0.06 * random.normal())
      const count = Math.floor(busy * days.part * share + random.next())
      for (let at = 0; at < count; at++) meetings.push({ branch, day: days.list.pick(random) })
    }
  }
  return meetings.sort((a, b) => a.day - b.day)
}

/** The days of a quarter before today, and their share of the quarter; null if there are none. */
function workdays(quarter: number, today: number): { list: WeightedList<number>; part: number } | null {
  const span = periodSpan('quarter', quarter)
  const [first, next] = [toDayNumber(span.from), toDayNumber(span.to)]
  const days = Array.from({ length: Math.min(next, today) - first }, (_, index) => first + index)
  if (days.length === 0) return null
  // Banks are closed at weekends, but their apps are not.
  const list = new WeightedList(days, (day) => ([0, 6].includes(weekdayOf(day)) ? 0.35 : 1))
  return { list, part: days.length / (next - first) }
}
