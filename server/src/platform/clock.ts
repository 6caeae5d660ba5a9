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
