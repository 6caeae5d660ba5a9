import type { Fonts } from './fonts.ts'
import type { PdfTable } from './pdf-order.ts'
import { cellPadding, sizes } from './style.ts'

/** Widths of columns between their padding, in points. */
interface Width {
  /** All on one line, within reason. */
  natural: number
  /** Without breaking a word, within reason. */
  least: number
}

/** Columns of a table that stand side by side, with their widths. */
export interface ColumnBlock {
  columns: readonly number[]
  widths: readonly number[]
}

/** Width at which texts are easily read though they wrap. */
const comfortableText = 140
/** Narrowest column of texts that wrap. */
const narrowText = 100
/** Widest column of texts before its lines wrap, and widest word that is kept whole. */
const widestText = 190
const widestWord = 90
/** Widest head of a column of numbers before its lines wrap. */
const widestHead = 64

/** What the columns of a table take where no number and hardly any text wraps. */
export function comfortableWidth(table: PdfTable, fonts: Fonts): number {
  return table.columns.reduce((sum, _, at) => {
    const { natural } = widthOf(table, at, fonts)
    return sum + Math.min(comfortableText, natural) + 2 * cellPadding
  }, -2 * cellPadding)
}

/**
 * The columns of a table in blocks that fit a page. Every block begins with the first column, which names the row; what
 * room is left over goes to all columns alike.
 */
export function columnBlocks(table: PdfTable, fonts: Fonts, available: number): ColumnBlock[] {
  const all = table.columns.map((_, at) => widthOf(table, at, fonts))
  const least = (at: number): number => (all[at]?.least ?? 0) + 2 * cellPadding
  const blocks: number[][] = []
  let block: number[] = []
  let room = 0
  for (const at of all.keys()) {
    if (block.length === 0 || (block.length > 1 && room < least(at))) {
      blocks.push((block = at === 0 ? [] : [0]))
      room = available + 2 * cellPadding - (at === 0 ? 0 : least(0))
    }
    block.push(at)
    room -= least(at)
  }
  return blocks.map((columns) => ({ columns, widths: fitted(columns, all, available) }))
}

function fitted(columns: readonly number[], all: readonly Width[], available: number): number[] {
  const room = available - 2 * cellPadding * (columns.length - 1)
  const widths = columns.map((at) => all[at] ?? { natural: 0, least: 0 })
  const sum = (of: (width: Width) => number): number => widths.reduce((total, width) => total + of(width), 0)
  const [natural, least] = [sum((width) => width.natural), sum((width) => width.least)]
  if (natural > room) {
    // Between the least and the natural width, each in the same proportion; narrower if even the words have no room.
    const share = natural === least ? 0 : Math.max(0, (room - least) / (natural - least))
    const squeeze = Math.min(1, room / least)
    return widths.map((width) => squeeze * (width.least + share * (width.natural - width.least)))
  }
  // What is left over goes to all: numbers far from the name of their row are hard to follow.
  return widths.map((width) => width.natural + (room - natural) / widths.length)
}

function widthOf(table: PdfTable, at: number, fonts: Fonts): Width {
  const column = table.columns[at]
  const measure = (text: string, isBold = false): number => fonts.width(text, sizes.table, isBold)
  const wordsOf = (text: string): number => Math.max(...text.split(/\s+/).map((word) => measure(word, true)))
  const head = column?.title ?? ''
  const headWords = Math.min(widestWord, wordsOf(head))
  const cells = [...table.rows, ...(table.footer ? [table.footer] : [])].map((row) => row[at]?.text ?? '')
  if (column?.kind !== 'text') {
    // Figures that miss their goal are bold, and so is the Total row. A dash has the number of its note beside it.
    const widest = Math.max(measure('\u2014 99'), ...lengths(cells, (cell) => measure(cell, true))) + 1
    const least = Math.max(widest, headWords)
    return { least, natural: Math.max(least, Math.min(widestHead, measure(head, true))) }
  }
  const widest = Math.min(widestText, Math.max(measure(head, true), ...lengths(cells, measure)))
  const word = Math.min(widestWord, Math.max(headWords, ...lengths(cells, wordsOf)))
  const natural = Math.max(widest, 24)
  return { least: Math.min(natural, Math.max(word, narrowText)), natural }
}

/** Widths of the longest texts: measuring all of thousands would change little. */
function lengths(texts: readonly string[], measure: (text: string) => number): number[] {
  const longest = texts.toSorted((one, other) => other.length - one.length).slice(0, 20)
  return [0, ...longest.map((text) => measure(text.slice(0, 200)))]
}
