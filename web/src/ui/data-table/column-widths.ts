import type { Column } from './columns.ts'

/** Least width of the column that names a row: a share of the room, within these, in pixels. */
const nameWidth = { share: 0.26, least: 180, most: 300 }

/** Most a column of figures grows where there is room. */
const mostGrowth = 1.5

/** Least width of a column that says none, in pixels. */
const usualWidth = 160

/** What a letter of a heading takes, and what stands beside the letters: padding and the arrow of the order. */
const letterWidth = 7
const besideHeading = 44
/** Longest line of a heading a column is widened for, in letters. */
const mostLetters = 16

/** What a column's width follows from. */
type ColumnShape = Pick<Column<unknown>, 'title' | 'width'>

/**
 * Widths of the columns in pixels, the first being the one that names a row. A heading has room for its longest word
 * and for itself in two lines. Columns grow a little where there is room and the first takes what is left; where there
 * is none they keep their least width and the table scrolls.
 */
export function columnWidths(columns: readonly ColumnShape[], room: number): number[] {
  const others = columns.slice(1).map(leastWidth)
  const sum = others.reduce((total, width) => total + width, 0)
  const name = Math.round(Math.min(nameWidth.most, Math.max(nameWidth.least, nameWidth.share * room)))
  const growth = Math.min(mostGrowth, Math.max(1, room / (name + sum)))
  const grown = others.map((width) => Math.floor(width * growth))
  const left = room - grown.reduce((total, width) => total + width, 0)
  return [Math.max(name, left), ...grown]
}

function leastWidth({ width, title }: ColumnShape): number {
  const longestWord = Math.max(...title.split(/\s+/).map((word) => word.length))
  const letters = Math.min(mostLetters, Math.max(longestWord, Math.ceil(title.length / 2) + 1))
  return Math.max(width ?? usualWidth, letters * letterWidth + besideHeading)
}
