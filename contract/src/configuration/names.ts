import { z } from 'zod'
import { namesOnly } from '../names-only.ts'

/** Names people write in a configuration: letters, digits, `_` and `-`, so that they fit in addresses unescaped. */
export const extName = z
  .string()
  .min(1, 'a name is needed')
  .max(80, 'a name has at most 80 characters')
  .regex(/^[\p{L}\p{N}_-]+$/u, 'use letters, digits, _ and - only')

/** Values by names people write; a name every object has, such as `constructor`, is one like any other. */
export function named<Value extends z.ZodType>(value: Value) {
  return z.record(extName, value).transform((map) => namesOnly(map))
}

/** The variable of a question, or the name of an indicator. */
export const variableName = z.string().min(1, 'a variable is needed').max(120)

/** A calendar date, `2026-01-31`. */
export const isoDate = z.iso.date('write a date as 2026-01-31')

/** A drill path as text; `root` is the top. */
export const pathText = z.string().min(1).max(1500)

/** A relative interval of days, months or years before and after today, `rel_-30d_0d`. */
export const relativeInterval = z
  .string()
  .regex(/^rel_-?\d+[dmy]_-?\d+[dmy]$/, 'write an interval as rel_-30d_0d (d days, m months, y years)')

/** A text with `{variable}` places that are filled from a response. */
export const template = z.string()

/** A period of time as a number and a unit: `12h`, `2d`, `3w`. */
export const duration = z.string().regex(/^\d+[hdw]$/, 'write a time as 12h, 2d or 3w')

/** A time zone by its name in the tz database, for example `Europe/Stockholm`. */
export const timeZone = z.string().refine(isTimeZone, 'unknown time zone; write a name such as Europe/Stockholm')

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
