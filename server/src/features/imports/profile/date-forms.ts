import { monthNumber } from './month-names.ts'

/** A day (`2024-03-09`) and, where the text has one, the time of day (`14:05:00`). */
export interface Moment {
  day: string
  time: string | null
}

/** One way of writing dates. */
export interface DateForm {
  /** Its name for people, as written in the date format setting. */
  name: string
  read(text: string): Moment | null
}

const clock = String.raw`(?:[T,]?\s*(?:kl\.?\s*)?(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?m?\.?\s*(?:Z|UTC|(?:GMT|UTC)?\s*[+-]\d{1,2}(?::?\d{2})?)?)?`
const weekday = String.raw`(?:\p{L}{2,12}\.?,?\s+)?`

/** A date and time from its parts; null if there is no such day or time. A year of two digits is 1970-2069. */
export function momentOf(parts: {
  year: number
  month: number
  day: number
  hour?: number
  minute?: number
  second?: number
  half?: string
}): Moment | null {
  const year = parts.year < 100 ? parts.year + (parts.year < 70 ? 2000 : 1900) : parts.year
  const date = new Date(Date.UTC(year, parts.month - 1, parts.day))
  const exists = date.getUTCMonth() === parts.month - 1 && date.getUTCDate() === parts.day
  if (!exists || year < 1850 || year > 2200) return null
  const day = date.toISOString().slice(0, 10)
  if (parts.hour === undefined) return { day, time: null }
  const half = parts.half?.toLowerCase()
  const hour = half === 'p' && parts.hour < 12 ? parts.hour + 12 : half === 'a' && parts.hour === 12 ? 0 : parts.hour
  if (hour > 23 || (parts.minute ?? 0) > 59 || (parts.second ?? 0) > 59) return null
  return {
    day,
    time: [hour, parts.minute ?? 0, parts.second ?? 0].map((part) => String(part).padStart(2, '0')).join(':'),
  }
}

type Order = readonly ('year' | 'month' | 'day')[]

function numeric(name: string, pattern: string, order: Order): DateForm {
  const expression = new RegExp(`^${pattern}${clock}$`, 'iu')
  return {
    name,
    read(text) {
      const found = expression.exec(text)
      if (!found) return null
      const at = (part: Order[number]): number => Number(found[order.indexOf(part) + 1])
      return momentOf({ year: at('year'), month: at('month'), day: at('day'), ...timeOf(found.slice(4)) })
    },
  }
}

function named(name: string, pattern: string, order: Order): DateForm {
  const expression = new RegExp(`^${weekday}${pattern}${clock}$`, 'iu')
  return {
    name,
    read(text) {
      const found = expression.exec(text)
      const month = found ? monthNumber(found[order.indexOf('month') + 1] ?? '') : null
      if (!found || month === null) return null
      const at = (part: Order[number]): number => Number(found[order.indexOf(part) + 1])
      return momentOf({ year: at('year'), month, day: at('day'), ...timeOf(found.slice(4)) })
    },
  }
}

function timeOf([hour, minute, second, half]: (string | undefined)[]): Partial<Parameters<typeof momentOf>[0]> {
  if (hour === undefined) return {}
  return { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0), half }
}

/** Day first or month first: the two readings of `03/04/2024`. */
export const dayFirst = numeric('dd/mm/yyyy', String.raw`(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})`, [
  'day',
  'month',
  'year',
])
/** The other reading. */
export const monthFirst = numeric('mm/dd/yyyy', String.raw`(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})`, [
  'month',
  'day',
  'year',
])
/** Eight digits, which are a date only in a column that says so. */
const compactForm = numeric('yyyymmdd', String.raw`((?:19|20)\d{2})(\d{2})(\d{2})`, ['year', 'month', 'day'])

const excelDay = /^([2-6]\d{4})(?:[.,](\d+))?$/
/** Excel's day number (41707 is 2014-03-09), a date only in a column that says so. */
export const excelForm: DateForm = {
  name: 'excel',
  read(text) {
    const found = excelDay.exec(text)
    if (!found) return null
    const seconds = Math.round(Number(`0.${found[2] ?? '0'}`) * 86_400)
    const moment = new Date(Date.UTC(1899, 11, 30) + Number(found[1]) * 86_400_000 + seconds * 1000).toISOString()
    return { day: moment.slice(0, 10), time: found[2] === undefined ? null : moment.slice(11, 19) }
  },
}

/** A month, read as its first day; a date only in a column that says so. */
export const monthForm: DateForm = {
  name: 'yyyy-mm',
  read(text) {
    const digits = /^(\d{4})[-/.](\d{1,2})$/.exec(text)
    if (digits) return momentOf({ year: Number(digits[1]), month: Number(digits[2]), day: 1 })
    const words = /^(\p{L}{3,12}\.?)[\s-]+(\d{4})$/u.exec(text)
    const month = monthNumber(words?.[1] ?? '')
    return words && month !== null ? momentOf({ year: Number(words[2]), month, day: 1 }) : null
  },
}

/** Forms that are dates only in a column whose name mentions dates. */
export const weakForms: readonly DateForm[] = [compactForm, excelForm, monthForm]

/** A form that also reads a time cut off after its hour: `2024-12-11 15`. */
function withBareHours(form: DateForm, cutOff: RegExp): DateForm {
  return { name: form.name, read: (text) => form.read(cutOff.test(text) ? `${text}:00` : text) }
}

/** All ways of writing dates, in the order they are tried. */
export const dateForms: readonly DateForm[] = [
  withBareHours(
    numeric('yyyy-mm-dd', String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`, ['year', 'month', 'day']),
    /^\d{4}-\d{2}-\d{2}[T ]\d{2}$/,
  ),
  numeric('dd.mm.yyyy', String.raw`(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})`, ['day', 'month', 'year']),
  dayFirst,
  monthFirst,
  named('d month yyyy', String.raw`(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]+(?:of\s+)?(\p{L}{3,12}\.?),?[\s-]+(\d{4})`, [
    'day',
    'month',
    'year',
  ]),
  named('month d, yyyy', String.raw`(\p{L}{3,12}\.?)\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})`, [
    'month',
    'day',
    'year',
  ]),
  ...weakForms,
]

/** Whether a text may be a date in any of these forms: it is digits alone, or something parts its digits. */
export function mayBeDate(text: string): boolean {
  return /\d/.test(text) && (/[-/.,:\s]/.test(text) || /^\d+$/.test(text))
}
