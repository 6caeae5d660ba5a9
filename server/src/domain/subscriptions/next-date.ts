import type { SubscriptionTimes } from '@gensvar/contract/subscriptions'
import { instantIn, localIn } from '#server/domain/alerts/zoned-time.ts'

const hourLength = 3_600_000
const dayLength = 24 * hourLength

/**
 * The first moment after another one at which a subscribed report is due, by the clock of an IANA time zone. An hour that
 * summer time skips is the one after it.
 */
export function nextDate(times: SubscriptionTimes, timeZone: string, after: Date): Date {
  for (let { day } = localIn(timeZone, after); ; day++) {
    if (!isDay(times, day)) continue
    const at = instantIn(timeZone, { day, time: times.hour * hourLength })
    if (at > after) return at
  }
}

function isDay({ cadence, weekday, monthDay }: SubscriptionTimes, day: number): boolean {
  // Day 0 was a Thursday, and Monday is 1.
  const ofWeek = ((day + 3) % 7) + 1
  if (cadence === 'daily') return true
  if (cadence === 'workdays') return ofWeek <= 5
  if (cadence === 'weekly') return ofWeek === weekday
  return monthDay === 0 ? dateOf(day + 1) === 1 : dateOf(day) === monthDay
}

function dateOf(day: number): number {
  return new Date(day * dayLength).getUTCDate()
}
