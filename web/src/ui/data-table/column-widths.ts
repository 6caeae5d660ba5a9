import type { Column } from './columns.ts'

/** Minimum width of the naming column: a share of the table's width, within these limits in pixels. */
const nameWidth = { share: 0.26, least: 160, most: 300 }

/** How much a column of figures may grow at most where there is room. */
const mostGrowth = 1.5

/** Default minimum width of a column, in pixels. */
const usualWidth = 160

/** Estimated width of a heading's letter, and of what is beside the letters: padding and the sort arrow, in pixels. */
const letterWidth = 7
const besideHeading = 44
/** Width of the button that explains a heading, in pixels. */
const helpButton = 28
/** The longest heading line, in letters, for which a column is widened. */
const mostLetters = 16

/** What a column's width follows from. */
type ColumnShape = Pick<Column<unknown>, 'title' | 'width' | 'isFixed' | 'help'>

/**
 * Widths of the columns in pixels, the naming column first. A heading has room for its longest word and fits in two
 * lines. Where there is room, columns grow a little and the first takes the rest, or all others where it is fixed;
 * without room the first gives way down to its limit, the others keep their minimum width and the table scrolls.
 */
export function columnWidths(columns: readonly ColumnShape[], room: number): number[] {
  const isFixed = (at: number): boolean => columns[at]?.isFixed === true
  const left = room - sumOf(columns.slice(1).map(leastWidth))
  const name = Math.round(Math.max(nameWidth.least, Math.min(nameWidth.most, nameWidth.share * room, left)))
  const least = columns.map((column, at) => (at === 0 && !isFixed(at) ? name : leastWidth(column)))
  const flexible = sumOf(least.filter((_, at) => !isFixed(at)))
  const fits = flexible === 0 ? 1 : (room - (sumOf(least) - flexible)) / flexible
  const growth = Math.min(isFixed(0) ? Infinity : mostGrowth, Math.max(1, fits))
  const [first = 0, ...others] = least.map((width, at) =>
    isFixed(at) || at === 0 ? width : Math.floor(width * growth),
  )
  return [Math.max(first, isFixed(0) && flexible > 0 ? 0 : room - sumOf(others)), ...others]
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0)
}

function leastWidth({ width, title, help }: ColumnShape): number {
  const longestWord = Math.max(...title.split(/\s+/).map((word) => word.length))
  const letters = Math.min(mostLetters, Math.max(longestWord, Math.ceil(title.length / 2) + 1))
  const beside = besideHeading + (help === undefined ? 0 : helpButton)
  return Math.max(width ?? usualWidth, letters * letterWidth + beside)
}
