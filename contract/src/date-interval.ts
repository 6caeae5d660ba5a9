/** Offsets in days a date-interval filter starts out with: the last 30 days and today. */
export const dateIntervalDefaults = { from: -30, to: 0 } as const

/** What is wrong with one end of a date interval: the key of the message, and the other end's value to put into it. */
export type DateIntervalError =
  | { key: 'mandatoryNumber' | 'mustBeWhole' }
  | { key: 'mustBeLessThan' | 'mustBeLargerThan'; other: string }

/** The errors of a date interval's ends; an end without an error is valid. */
export interface DateIntervalErrors {
  from?: DateIntervalError
  to?: DateIntervalError
}

/** The whole number a day offset's text stands for, or null. */
function dayOffset(text: string): number | null {
  return /^\s*[-+]?\d{1,5}\s*$/.test(text) ? Number(text) : null
}

/** What is wrong with a text that is no day offset: it is no number, or not a whole one of at most five digits. */
function numberError(text: string): DateIntervalError {
  const isNumber = /^\s*[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)\s*$/.test(text)
  return { key: isNumber ? 'mustBeWhole' : 'mandatoryNumber' }
}

/**
 * Checks the two day offsets of a date-interval filter as they were typed. Each must be a whole number; `from` must be
 * less than `to`. The order is checked only when both are whole numbers.
 */
export function validateDateInterval(from: string, to: string): DateIntervalErrors {
  const first = dayOffset(from)
  const last = dayOffset(to)
  const errors: DateIntervalErrors = {}
  if (first === null) errors.from = numberError(from)
  if (last === null) errors.to = numberError(to)
  if (first !== null && last !== null && first >= last) {
    errors.from = { key: 'mustBeLessThan', other: to.trim() }
    errors.to = { key: 'mustBeLargerThan', other: from.trim() }
  }
  return errors
}

/** The text of a path value for an interval of day offsets, `rel_-30d_0d`; null when it is not valid. */
export function encodeDateInterval(from: string, to: string): string | null {
  const errors = validateDateInterval(from, to)
  return errors.from || errors.to ? null : `rel_${dayText(from)}_${dayText(to)}`
}

function dayText(offset: string): string {
  // Adding 0 turns a negative zero into zero.
  return `${Number(offset) + 0}d`
}
