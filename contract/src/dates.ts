/** Calendar arithmetic on ISO dates (`yyyy-mm-dd`) and on day numbers (days since 1970-01-01). No clock, no local time. */

/** A unit a date moves by. */
export type DateUnit = 'd' | 'm' | 'y'

/** Dates from `from` (inclusive) to `to` (exclusive), ISO; null is open. */
export interface DateSpan {
  from: string | null
  to: string | null
}

const millisecondsPerDay = 86_400_000

/** Day number of a year, month (1-12; others carry over) and day of the month. */
function dayNumberOf(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return Math.round(date.getTime() / millisecondsPerDay)
}

/** Whether a text is a date of the calendar written `yyyy-mm-dd`, years 0001-9999. */
export function isIsoDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match || match[1] === '0000') return false
  return fromDayNumber(dayNumberOf(Number(match[1]), Number(match[2]), Number(match[3]))) === text
}

/** Days since 1970-01-01 of an ISO date. Throws RangeError when the text is not a date. */
export function toDayNumber(isoDate: string): number {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(isoDate)
  if (!match) throw new RangeError(`"${isoDate}" is not a date of the form yyyy-mm-dd.`)
  return dayNumberOf(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** The ISO date of a day number. */
export function fromDayNumber(day: number): string {
  const { year, month, dayOfMonth } = datePartsOf(day)
  return isoDateOf(year, month, dayOfMonth)
}

/** Year, month (1-12) and day of the month of a day number. */
export function datePartsOf(day: number): { year: number; month: number; dayOfMonth: number } {
  const date = new Date(day * millisecondsPerDay)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, dayOfMonth: date.getUTCDate() }
}

/** Writes a date; month 1-12. */
export function isoDateOf(year: number, month: number, dayOfMonth: number): string {
  const pad = (value: number, width: number): string => String(value).padStart(width, '0')
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`
}

/**
 * Moves a date by a whole number of days, months or years (negative: back). A day the target month does not have becomes
 * the month's last one: 31 January plus one month is 28 or 29 February.
 */
export function addToDate(isoDate: string, amount: number, unit: DateUnit): string {
  const day = toDayNumber(isoDate)
  if (unit === 'd') return fromDayNumber(day + amount)
  const { year, month, dayOfMonth } = datePartsOf(day)
  const months = year * 12 + month - 1 + (unit === 'y' ? amount * 12 : amount)
  const targetYear = Math.floor(months / 12)
  const targetMonth = months - targetYear * 12 + 1
  const lastDay = datePartsOf(dayNumberOf(targetYear, targetMonth + 1, 0)).dayOfMonth
  return isoDateOf(targetYear, targetMonth, Math.min(dayOfMonth, lastDay))
}

/** The calendar date at an instant in an IANA time zone, ISO: what "today" is for a survey. Throws on an unknown zone. */
export function dateInZone(instant: Date, timeZone: string): string {
  const parts = dayFormatIn(timeZone).formatToParts(instant)
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  return isoDateOf(value('year'), value('month'), value('day'))
}

function dayFormatIn(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  dayFormats.set(timeZone, made)
  return made
}

// Making a format takes far longer than using it.
const dayFormats = new Map<string, Intl.DateTimeFormat>()
