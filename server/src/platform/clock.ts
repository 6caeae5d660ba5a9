/** Where the time comes from, so that tests and the demo can set it. */
export interface Clock {
  now(): Date
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** Today's date (ISO) in a time zone. */
export function todayIn(clock: Clock, timeZone: string): string {
  let format = dayFormats.get(timeZone)
  if (!format) dayFormats.set(timeZone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })))
  return format.format(clock.now())
}

// Making a format takes far longer than using it.
const dayFormats = new Map<string, Intl.DateTimeFormat>()
