import type { Column } from './columns.ts'

/** Minimum width of the naming column: a share of the table's width, within these limits in pixels. */
const nameWidth = { share: 0.26, least: 160, most: 300 }

/** How much a column of figures may grow at most where there is room. */
const mostGrowth = 1.5

/** Default minimum width of a column, and that of one of texts of a sentence or more, in pixels. */
const usualWidth = 160
const proseWidth = 320

/** Estimated width of a heading's letter, and of what is beside the letters: padding and the sort arrow, in pixels. */
const letterWidth = 7
const besideHeading = 44
/** Width of the button that explains a heading, and of one that stands after a row's name, in pixels. */
const helpButton = 28
const asideButton = 36
/** The longest heading line, in letters, for which a column is widened. */
const mostLetters = 16

/** Limits on narrow screens, and what is beside a heading's letters there, in pixels. */
const narrow = { least: 96, most: 120, beside: 36 }

/** What a column's width follows from. */
type ColumnShape = Pick<Column<unknown>, 'title' | 'width' | 'isFixed' | 'isProse' | 'help'> & { aside?: unknown }

/**
 * Widths of the columns in pixels, the naming column first. A heading has room for its longest word and fits in two
 * lines. Where there is room, columns of prose take it; in a table without them columns grow a little and the first takes
 * the rest, or all others where it is fixed. Without room the first gives way down to its limit, the others keep their
 * minimum width and the table scrolls.
 */
export function columnWidths(columns: readonly ColumnShape[], room: number): number[] {
  const isFixed = (at: number): boolean => columns[at]?.isFixed === true
  const isProse = (at: number): boolean => columns[at]?.isProse === true
  const left = room - sumOf(columns.slice(1).map(leastWidth))
  const leastName = nameWidth.least + (columns[0]?.aside === undefined ? 0 : asideButton)
  const name = Math.round(Math.max(leastName, Math.min(nameWidth.most, nameWidth.share * room, left)))
  const least = columns.map((column, at) => (at === 0 && !isFixed(at) && !isProse(at) ? name : leastWidth(column)))
  const prose = least.filter((_, at) => isProse(at)).length
  if (prose > 0) {
    const share = Math.max(0, Math.floor((room - sumOf(least)) / prose))
    return least.map((width, at) => (isProse(at) ? width + share : width))
  }
  const flexible = sumOf(least.filter((_, at) => !isFixed(at)))
  const fits = flexible === 0 ? 1 : (room - (sumOf(least) - flexible)) / flexible
  const growth = Math.min(isFixed(0) ? Infinity : mostGrowth, Math.max(1, fits))
  const [first = 0, ...others] = least.map((width, at) =>
    isFixed(at) || at === 0 ? width : Math.floor(width * growth),
  )
  return [Math.max(first, isFixed(0) && flexible > 0 ? 0 : room - sumOf(others)), ...others]
}

/** Width of a column beside the naming one on a narrow screen, in pixels: room for a date, or the heading's longest word. */
export function narrowWidth({ title, isFixed }: ColumnShape): number {
  if (isFixed === true) return narrow.most
  return Math.min(narrow.most, Math.max(narrow.least, longestWordOf(title) * letterWidth + narrow.beside))
}

function longestWordOf(title: string): number {
  return Math.max(...title.split(/\s+/).map((word) => word.length))
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0)
}

function leastWidth({ width, title, isProse, help }: ColumnShape): number {
  const letters = Math.min(mostLetters, Math.max(longestWordOf(title), Math.ceil(title.length / 2) + 1))
  const beside = besideHeading + (help === undefined ? 0 : helpButton)
  return Math.max(isProse === true ? proseWidth : (width ?? usualWidth), letters * letterWidth + beside)
}
