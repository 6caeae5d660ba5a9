import { say } from '@gensvar/contract/say'
import { pauses } from '#server/platform/pauses.ts'
import { translate } from '#server/platform/translate.ts'
import type { ReportCell, ReportColumn, ReportContent } from './report.ts'
import { tableOf } from './tables-of.ts'
import { WithheldReasons } from './withheld-reasons.ts'
import type { WriteOptions } from './write-xlsx.ts'

/** Size of the pieces that are written, in characters. */
const pieceLength = 64 * 1024

/** Texts a spreadsheet would run as a formula; a leading apostrophe prevents it. */
const formula = /^[=+\-@\t\r]/
const quoted = /[",;\r\n]/
/** Either of both, so that most texts are looked through once. */
const special = /[",;\r\n\t]|^[=+\-@\u2212]/

/**
 * A report as a csv file (RFC 4180, UTF-8 with byte order mark): its section, or several one after the other, each below
 * its title. Figures are written as they are shown. Rows are read once and written as they come.
 */
export async function* writeCsv(
  content: ReportContent,
  { onRow = () => {}, pause = pauses() }: Pick<WriteOptions, 'onRow' | 'pause'> = {},
): AsyncGenerator<Buffer> {
  const { sections, locale } = content
  let text = '\u{feff}'
  for (const [at, section] of sections.entries()) {
    const table = tableOf(section, content)
    const reasons = new WithheldReasons()
    if (at > 0) text += '\r\n'
    if (sections.length > 1) text += line([guarded(table.title)])
    if (table.columns.some(({ title }) => title !== '')) text += line(table.columns.map(({ title }) => guarded(title)))
    for await (const cells of table.rows) {
      reasons.see(cells)
      text += rowOf(table.columns, cells)
      onRow()
      if (text.length < pieceLength) continue
      yield Buffer.from(text)
      text = ''
      await pause()
    }
    if (table.footer) {
      reasons.see(table.footer)
      text += rowOf(table.columns, table.footer)
    }
    const because = reasons.all.map((reason) => translate(say`Empty cells: ${reason}`, locale))
    const notes = [...(table.notes ?? []), ...because]
    if (notes.length > 0) text += `\r\n${notes.map((note) => line([guarded(note)])).join('')}`
  }
  yield Buffer.from(text)
}

function rowOf(columns: readonly ReportColumn[], cells: readonly ReportCell[]): string {
  let text = ''
  for (let at = 0; at < cells.length; at++) {
    if (at > 0) text += ','
    const cell = cells[at]
    if (cell && cell.text !== '') text += cellField(columns[at], cell)
  }
  return `${text}\r\n`
}

/** Figures as they are shown, dates in ISO form, everything else as text that no spreadsheet runs as a formula. */
function cellField(column: ReportColumn | undefined, { text: shown, value }: ReportCell): string {
  const text = column?.kind === 'date' && typeof value === 'string' ? value : shown
  if (!special.test(text)) return text
  const isFigure = column?.kind === 'number' && typeof value === 'number'
  return field(isFigure ? text.replace('\u{2212}', '-') : guarded(text))
}

function guarded(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

function field(text: string): string {
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function line(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`
}
