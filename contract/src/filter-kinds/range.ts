import type { NumberRange } from '../conditions.ts'
import { say } from '../say.ts'
import { notAnswered } from './choice.ts'
import { UnreadableFilter } from './filter-kind.ts'
import type { FilterGrammar } from './filter-kind.ts'
import { oneByOne } from './one-by-one.ts'

/** Filters on numbers: a value is one number (`7`) or a range (`range_18_35`). */
export const range: FilterGrammar<'range'> = {
  builtIn: null,
  flags: ['range'],
  needs: 'a number',
  withoutQuestion: () => null,
  decode: decodeNumbers,
  conditions: ({ variable, values }) =>
    oneByOne(values, {
      read: (text) => {
        const numbers = decodeNumbers(text)
        if (!numbers) throw new UnreadableFilter(say`"${text}" is neither a number nor a range such as range_18_35.`)
        return { kind: 'range', variable, ...numbers }
      },
      notAnswered: notAnswered(variable),
    }),
}

const number = '-?\\d{1,15}(?:\\.\\d{1,15})?'
const numberPattern = new RegExp(`^${number}$`)
const rangePattern = new RegExp(`^range_(${number})_(${number})$`)

/**
 * Writes what was typed into a range filter as the text of a path value, `range_18_35`. Null, which clears the filter,
 * unless both ends are filled in with numbers; reversed ends are swapped.
 */
export function encodeRange(from: string | number, to: string | number): string | null {
  const ends = typedEnds(from, to)
  if (!ends) return null
  const [first, second] = areReversed(from, to) ? ends.toReversed() : ends
  return `range_${first}_${second}`
}

/** Whether both ends are filled in with numbers and the range begins after it ends. */
export function areReversed(from: string | number, to: string | number): boolean {
  const ends = typedEnds(from, to)
  return ends !== null && Number(ends[0]) > Number(ends[1])
}

/** Both ends as texts of numbers; null unless they are. */
function typedEnds(from: string | number, to: string | number): [string, string] | null {
  const texts = [from, to].map((end) => String(end).trim().replace(',', '.'))
  const [first = '', second = ''] = texts
  return texts.every((end) => numberPattern.test(end)) ? [first, second] : null
}

/** Reads a range filter's value; null when it is not one or ends before it begins. */
export function decodeRange(text: string): NumberRange | null {
  const match = rangePattern.exec(text)
  if (!match) return null
  const numbers = { from: Number(match[1]), to: Number(match[2]) }
  return numbers.from <= numbers.to ? numbers : null
}

/** Reads a plain number; null when the text is not one. */
export function decodeNumber(text: string): number | null {
  return numberPattern.test(text) ? Number(text) : null
}

function decodeNumbers(text: string): NumberRange | null {
  const single = decodeNumber(text)
  return single === null ? decodeRange(text) : { from: single, to: single }
}
