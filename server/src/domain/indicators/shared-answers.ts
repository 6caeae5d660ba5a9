import type { DaySpan } from './period.ts'

/**
 * Which answers two values have in common: none, all of the value's (it is a part of the base), all of the base's (it is a
 * part of the value), or some, so that nothing is known of their difference.
 */
export type SharedAnswers = 'none' | 'part' | 'whole' | 'some'

/** Answers that two spans have in common: a script may say one that reaches into the other. */
export function sharedAnswers(now: DaySpan | null, before: DaySpan | null): SharedAnswers {
  if (!now || !before) return 'some'
  const isApart = isOver(before.to, now.from) || isOver(now.to, before.from)
  return isApart ? 'none' : 'some'
}

/** Whether what ends before a day is over when something begins; null has no end or beginning. */
function isOver(to: string | null, from: string | null): boolean {
  return to !== null && from !== null && to <= from
}
