import type { Column } from './columns.ts'

/** Minimum width of the naming column: a share of the table's width, within these limits in pixels. */
const nameWidth = { share: 0.26, least: 180, most: 300 }

/** How much a column of figures may grow at most where there is room. */
const mostGrowth = 1.5

/** Default minimum width of a column, in pixels. */
const usualWidth = 160

/** Estimated width of a heading's letter, and of what is beside the letters: padding and the sort arrow, in pixels. */
const letterWidth = 7
const besideHeading = 44
/** The longest heading line, in letters, for which a column is widened. */
const mostLetters = 16

/** What a column's width follows from. */
type ColumnShape = Pick<Column<unknown>, 'title' | 'width'>

/**
 * Widths of the columns in pixels, the naming column first. A heading has room for its longest word and fits in two
 * lines. Where there is room, columns grow a little and the first takes the rest; otherwise they keep their minimum
 * width and the table scrolls.
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
