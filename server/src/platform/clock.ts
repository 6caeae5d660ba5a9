import { dateInZone } from '@gensvar/contract/dates'

/** Where the time comes from, so that tests and the demo can set it. */
export interface Clock {
  now(): Date
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** Today's date (ISO) in a time zone. */
export function todayIn(clock: Clock, timeZone: string): string {
  return dateInZone(clock.now(), timeZone)
}

const minute = 60_000

/** When the last day that was asked for began, by time zone: every figure asks for it, and looking for it takes long. */
const begun = new Map<string, { day: string; at: number }>()

/** The first minute of today in a time zone. */
export function startOfToday(clock: Clock, timeZone: string): Date {
  const today = todayIn(clock, timeZone)
  const known = begun.get(timeZone)
  if (known?.day === today) return new Date(known.at)
  // No zone is further than 16 hours from UTC.
  let before = Date.parse(`${today}T00:00:00Z`) - 16 * 60 * minute
  let within = Math.floor(clock.now().getTime() / minute) * minute
  while (within - before > minute) {
    const middle = before + Math.floor((within - before) / 2 / minute) * minute
    if (dateInZone(new Date(middle), timeZone) === today) within = middle
    else before = middle
  }
  begun.set(timeZone, { day: today, at: within })
  return new Date(within)
}
