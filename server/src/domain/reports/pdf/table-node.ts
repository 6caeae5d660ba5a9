import { isWebAddress } from '@gensvar/contract/address-text'
import { Count, say } from '@gensvar/contract/say'
import type { Node } from 'pdfmake'
import { columnBlocks } from './column-widths.ts'
import type { ColumnBlock } from './column-widths.ts'
import type { Drawing } from './drawing.ts'
import { notesNode } from './notes-node.ts'
import type { PdfCell, PdfTable } from './pdf-order.ts'
import { colours, sizes, tableLayout } from './style.ts'

/** Rows of longer texts may break across pages; all others stay whole. */
const longText = 400
const nothing: PdfCell = { text: '' }

/**
 * A table with its title and heads on every page it takes. One that is too wide for a page stands in parts below each
 * other, each with the column that names the rows.
 */
export function tableNode(table: PdfTable, drawing: Drawing): Node {
  const blocks = columnBlocks(table, drawing.fonts, drawing.width)
  return {
    stack: [
      ...blocks.map((block, at) => blockNode(table, block, titleOf(table, at + 1, blocks.length, drawing), drawing)),
      ...notesNode(legendOf(table, drawing), drawing),
    ],
  }
}

function titleOf({ title }: PdfTable, part: number, parts: number, drawing: Drawing): string {
  return parts === 1 ? title : drawing.say(say`${title} (part ${part} of ${parts})`)
}

function blockNode(table: PdfTable, { columns, widths }: ColumnBlock, title: string, drawing: Drawing): Node {
  const cellsOf = (row: readonly PdfCell[], isTotal: boolean): Node[] =>
    columns.map((at) => cellNode(row[at] ?? nothing, table.columns[at]?.kind === 'number', isTotal, drawing))
  const hasLong = table.rows.some((row) => row.some((cell) => cell.text.length > longText))
  // A report of one table has its title at the top of the page already.
  const titles = title === '' ? [] : [titleRow(title, columns.length, drawing)]
  const heads = titles.length + 1
  return {
    margin: [0, 0, 0, 6],
    fontSize: sizes.table,
    table: {
      headerRows: heads,
      keepWithHeaderRows: hasLong ? 0 : 1,
      dontBreakRows: !hasLong,
      widths,
      body: [
        ...titles,
        columns.map((at) => headNode(table.columns[at]?.title ?? '', table.columns[at]?.kind === 'number', drawing)),
        ...table.rows.map((row) => cellsOf(row, false)),
        ...(table.footer ? [cellsOf(table.footer, true)] : []),
      ],
    },
    layout: tableLayout(heads, table.footer !== null),
  }
}

function titleRow(title: string, count: number, drawing: Drawing): Node[] {
  const text: Node = { text: drawing.print(title), fontSize: sizes.heading, bold: true, colSpan: count }
  return [text, ...Array.from({ length: count - 1 }, () => ({ text: '' }))]
}

function headNode(title: string, isNumber: boolean, drawing: Drawing): Node {
  return { text: drawing.print(title), bold: true, color: colours.quiet, ...(isNumber && { alignment: 'right' }) }
}

function cellNode(cell: PdfCell, isNumber: boolean, isTotal: boolean, drawing: Drawing): Node {
  const place: Node = { ...(isNumber && { alignment: 'right' }), ...(isTotal && { bold: true }) }
  if (cell.note !== undefined)
    return { ...place, text: ['\u2014', { text: `\u00a0${cell.note}`, sup: true, fontSize: 7 }], color: colours.quiet }
  const text = drawing.print(cell.text)
  if (cell.link !== undefined && isWebAddress(cell.link))
    return { ...place, text: text === '' ? drawing.print(cell.link) : text, link: cell.link, decoration: 'underline' }
  if (cell.isFew) return { ...place, text, italics: true, color: colours.quiet }
  if (cell.isMissed) return { ...place, text, bold: true, color: colours.negative, decoration: 'underline' }
  return { ...place, text }
}

/** What the signs of the table mean, as far as it has them, why values are withheld, and what is left out. */
function legendOf(table: PdfTable, drawing: Drawing): string[] {
  const cells = [...table.rows, ...(table.footer ? [table.footer] : [])]
  const some = (test: (cell: PdfCell) => boolean | undefined): boolean => cells.some((row) => row.some(test))
  const rows = new Count(table.rows.length)
  return [
    ...table.reasons.map((reason, at) => `\u2014\u00a0${at + 1}: ${reason}`),
    // Of few answers a value is not said to miss its goal.
    ...(some((cell) => cell.isMissed && !cell.isFew) ? [drawing.say(say`Underlined: the goal is missed.`)] : []),
    ...(some((cell) => cell.isFew) ? [drawing.say(say`In italics: of few answers.`)] : []),
    ...(table.isCut ? [drawing.say(say`Rows in this PDF: ${rows}. The Excel file has all of them.`)] : []),
    ...table.notes,
  ]
}
