/** A moment by its day (days since 1970-01-01) and the milliseconds since midnight by a clock on the wall. */
export interface LocalMoment {
  day: number
  time: number
}

const dayLength = 86_400_000

/** What a clock in an IANA time zone shows at an instant. */
export function localIn(timeZone: string, instant: Date): LocalMoment {
  const local = instant.getTime() + offsetAt(timeZone, instant.getTime())
  const day = Math.floor(local / dayLength)
  return { day, time: local - day * dayLength }
}

/**
 * When a clock in an IANA time zone shows this. A time that summer time skips is as much later; of one that is there
 * twice, the first is meant.
 */
export function instantIn(timeZone: string, { day, time }: LocalMoment): Date {
  const local = day * dayLength + time
  // The zone's offsets of the day before and the day after are those before and after a change of the clocks.
  const before = offsetAt(timeZone, local - dayLength)
  const after = offsetAt(timeZone, local + dayLength)
  const fitting = [local - before, local - after].filter((instant) => instant + offsetAt(timeZone, instant) === local)
  return new Date(fitting.length === 0 ? local - before : Math.min(...fitting))
}

/** How much later than UTC the clocks of a zone are, in ms. */
function offsetAt(timeZone: string, instant: number): number {
  const parts = formatIn(timeZone).formatToParts(instant)
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return shown - Math.floor(instant / 1000) * 1000
}

// Making a format takes far longer than using it.
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}
