import { cellText, isBlank } from '../tables/cell.ts'
import type { Cell } from '../tables/cell.ts'
import { isMissingWord } from './missing-words.ts'

const yes = new Set(['1', 'y', 'x', '✓', 'yes', 'true', 'checked', 'selected', 'ja', 'kyllä'])
const no = new Set(['0', 'n', 'no', 'false', 'unchecked', 'not selected', 'nej', 'nei', 'ei', 'nein'])

/** Whether a cell in the column of a choice says that the choice was made. */
export function isChosen(cell: Cell): boolean {
  if (isBlank(cell)) return false
  const text = cellText(cell)
  return !no.has(text.toLowerCase()) && !isMissingWord(text)
}

/** Whether a text in the column of a choice can only say that it was made or not: a mark, or the choice itself. */
export function isMark(text: string, label: string): boolean {
  const own = plain(text)
  return yes.has(own) || no.has(own) || own === plain(label)
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
