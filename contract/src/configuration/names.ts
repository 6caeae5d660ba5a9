import { z } from 'zod'
import { namesOnly } from '../names-only.ts'

/** Names people write in a configuration: letters, digits, `_` and `-`, so that they fit in addresses unescaped. */
export const extName = z
  .string()
  .min(1, 'a name is needed')
  .max(80, 'a name has at most 80 characters')
  .regex(/^[\p{L}\p{N}_-]+$/u, 'use letters, digits, _ and - only')

/** A record keyed by names people write, including names that every object inherits, such as `constructor`. */
export function named<Value extends z.ZodType>(value: Value) {
  return z.record(extName, value).transform((map) => namesOnly(map))
}

/** The variable of a question, or the name of an indicator. */
export const variableName = z.string().min(1, 'a variable is needed').max(120)

/** A calendar date, `2026-01-31`. */
export const isoDate = z.iso.date('write a date as 2026-01-31')

/** A drill path as text; `root` is the top. */
export const pathText = z.string().min(1).max(1500)

/**
 * A period counted from today: the last whole weeks, months, quarters or years (`last_3m`), the running one (`this_q`),
 * everything (`all_time`), rolling days, months or years (`rel_-30d_0d`); or a period by its name (`2026-Q3`).
 */
export const periodText = z
  .string()
  .regex(
    /^(last_[1-9]\d{0,3}[wmqy]|this_[wmqy]|all_time|rel_-?\d{1,5}[dmy]_-?\d{1,5}[dmy]|\d{4}(-(Q[1-4]|W(0[1-9]|[1-4]\d|5[0-3])|0[1-9]|1[0-2]))?)$/,
    'write a period as last_3m (w weeks, m months, q quarters, y years), this_q, all_time, 2026-Q3 or rel_-30d_0d',
  )

/** A text with `{variable}` placeholders that are filled from a response. */
export const template = z.string()

/** A period of time as a number and a unit: `12h`, `2d`, `3w`. */
export const duration = z.string().regex(/^\d{1,4}[hdw]$/, 'write a time as 12h, 2d or 3w')

/** A time zone by its name in the tz database, for example `Europe/Stockholm`. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'unknown time zone; write a name such as Europe/Stockholm')

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
