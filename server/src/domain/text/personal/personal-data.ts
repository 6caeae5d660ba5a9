import { findEmails } from './emails.ts'
import { findPersonalNumbers } from './personal-numbers.ts'
import { findPhones } from './phones.ts'
import { personalKinds } from './span.ts'
import type { PersonalKind, PersonalSpan } from './span.ts'

/** A stretch of a text that is hidden, and how long the words are that stand in its place. */
export interface HiddenPart extends PersonalSpan {
  /** Length of the placeholder, in UTF-16 units. */
  length: number
}

/** A text in which personal data are replaced by placeholders. */
export interface MaskedText {
  text: string
  /** In the order of the text; empty where nothing is hidden. */
  hidden: readonly HiddenPart[]
}

/**
 * The e-mail addresses, telephone numbers and personal numbers of a text, in its order and without overlaps. Takes a time that
 * grows with the text alone, whatever it holds. Names and postal addresses are not found.
 */
export function findPersonalData(text: string): PersonalSpan[] {
  // Most comments have neither.
  if (!/[@\d]/.test(text)) return []
  const kept: PersonalSpan[] = []
  const numbers = [...findPersonalNumbers(text), ...findPhones(text)].filter(({ start }) => !isInAddress(text, start))
  // Where two overlap, both are hidden as what says more.
  for (const span of [...findEmails(text), ...numbers].toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1)
    if (!last || span.start >= last.end) kept.push({ ...span })
    else {
      last.end = Math.max(last.end, span.end)
      if (personalKinds.indexOf(span.kind) < personalKinds.indexOf(last.kind)) last.kind = span.kind
    }
  }
  return kept
}

/** Whether a place is within the address of a web page, whose numbers name things. */
function isInAddress(text: string, place: number): boolean {
  return /(?:https?:\/\/|www\.)\S*$/i.test(text.slice(Math.max(0, place - 200), place))
}

/** Replaces the personal data of a text, each by the placeholder of its kind. */
export function maskPersonalData(text: string, placeholders: Readonly<Record<PersonalKind, string>>): MaskedText {
  const found = findPersonalData(text)
  if (found.length === 0) return { text, hidden: [] }
  let masked = ''
  let at = 0
  for (const { start, end, kind } of found) {
    masked += text.slice(at, start) + placeholders[kind]
    at = end
  }
  const hidden = found.map((span) => ({ ...span, length: placeholders[span.kind].length }))
  return { text: masked + text.slice(at), hidden }
}

/**
 * Stretches of a text at their places in the masked text. One that lies in what is hidden is left out, because what is said of
 * it would tell a part of it; one that begins or ends there has the placeholder as well.
 */
export function movedSpans<S extends { start: number; end: number }>(
  spans: readonly S[],
  hidden: readonly HiddenPart[],
): S[] {
  if (hidden.length === 0) return [...spans]
  return spans.flatMap((span) => {
    const { start, end } = span
    if (hidden.some((part) => start >= part.start && end <= part.end)) return []
    return [{ ...span, start: moved(start, hidden, 'start'), end: moved(end, hidden, 'end') }]
  })
}

function moved(place: number, hidden: readonly HiddenPart[], edge: 'start' | 'end'): number {
  let shift = 0
  for (const { start, end, length } of hidden) {
    if (place <= start) break
    if (place < end) return start + shift + (edge === 'start' ? 0 : length)
    shift += length - (end - start)
  }
  return place + shift
}
