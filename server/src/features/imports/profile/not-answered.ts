import type { Cell } from '../tables/cell.ts'
import { isMissingWord } from './missing-words.ts'
import { readNumber } from './number-text.ts'

/** Whether a cell that is not blank means "not answered"; `text` is the cell's text. */
export type MissingTest = (cell: Cell, text: string) => boolean

const anyColumn: MissingTest = (cell, text) => typeof cell === 'string' && isMissingWord(text)

/** The test of a column: known words for "no answer", and the words and numbers configured for it. */
export function missingTest(given: readonly (string | number)[]): MissingTest {
  if (given.length === 0) return anyColumn
  const words = new Set(given.map((value) => String(value).trim().toLowerCase()))
  const numbers = new Set(given.filter((value) => typeof value === 'number'))
  return (cell, text) => {
    if (anyColumn(cell, text) || words.has(text.toLowerCase())) return true
    const { dot, comma } = readNumber(text)
    return (dot !== null && numbers.has(dot)) || (comma !== null && numbers.has(comma))
  }
}
