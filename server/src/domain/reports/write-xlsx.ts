import { say } from '@gensvar/contract/say'
import { pauses } from '#server/platform/pauses.ts'
import { translate } from '#server/platform/translate.ts'
import type { ReportCell, ReportColumn, ReportContent, ReportTable } from './report.ts'
import { SheetNames } from './sheet-names.ts'
import { askedTable, tableOf } from './tables-of.ts'
import { WithheldReasons } from './withheld-reasons.ts'
import type { CellStyle } from './xlsx-cells.ts'
import { CellStyles, CellWriter, escaped, mainSpace, xmlHead } from './xlsx-cells.ts'
import { zipOf } from './zip.ts'
import type { ZipEntry } from './zip.ts'

/** How a report is written. */
export interface WriteOptions {
  /** Called after each row of a table. */
  onRow?: () => void
  /** Yields to other work; `backgroundPauses` where nobody waits for the file in front of a screen. */
  pause?: () => Promise<void>
  /** Most rows of a table on one sheet, its header included; a longer table continues on another sheet. */
  sheetRows?: number
}

/** Rows of a table on one sheet: those a spreadsheet has, without some for the Total and the notes. */
const excelRows = 1_048_576 - 100
/** Largest sheet, in characters of XML: an archive's entry stays below 4 GiB, of at most three bytes per character. */
const sheetLength = 1_300_000_000
/** Size of the pieces that are compressed, in characters. */
const pieceLength = 64 * 1024

/**
 * A report as a workbook: a sheet per section and a last one that says what was asked. Figures are numbers in the format
 * of their column, dates are dates, everything else is text. Rows are read once and written as they come.
 */
export function writeXlsx(content: ReportContent, options: WriteOptions = {}): AsyncGenerator<Buffer> {
  return zipOf(new Workbook(content, options).entries())
}

class Workbook {
  private readonly content: ReportContent
  private readonly onRow: () => void
  private readonly sheetRows: number
  private readonly styles = new CellStyles()
  private readonly names = new SheetNames()
  private readonly sheets: string[] = []
  private readonly pause: () => Promise<void>

  constructor(content: ReportContent, { onRow = () => {}, pause = pauses(), sheetRows = excelRows }: WriteOptions) {
    this.pause = pause
    this.content = content
    this.onRow = onRow
    this.sheetRows = sheetRows
  }

  /** The parts of the workbook; those that name the sheets come after them. */
  async *entries(): AsyncGenerator<ZipEntry> {
    for (const section of this.content.sections) yield* this.sheetsOf(tableOf(section, this.content), this.onRow)
    yield* this.sheetsOf(askedTable(this.content), () => {})
    const sheets = this.sheets.map((name, at) => ({ name, number: at + 1 }))
    yield part('xl/styles.xml', this.styles.toXml())
    yield part(
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${mainSpace}" xmlns:r="${relations}"><sheets>${sheets.map(({ name, number }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    )
    yield part(
      'xl/_rels/workbook.xml.rels',
      relationsXml([
        ...sheets.map(({ number }) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)),
        relation(sheets.length + 1, 'styles', 'styles.xml'),
      ]),
    )
    yield part('_rels/.rels', relationsXml([relation(1, 'officeDocument', 'xl/workbook.xml')]))
    yield part(
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheets.map(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    )
  }

  /** The sheets of a table: as many as its rows need. */
  private async *sheetsOf(table: ReportTable, onRow: () => void): AsyncGenerator<ZipEntry> {
    const sheet = new SheetRows(table, this.styles, {
      onRow,
      pause: this.pause,
      most: this.sheetRows,
      words: this.words(),
    })
    try {
      do {
        this.sheets.push(this.names.add(table.title, translate(say`Sheet`, this.content.locale)))
        yield { path: `xl/worksheets/sheet${this.sheets.length}.xml`, content: sheet.pieces() }
      } while (!sheet.isDone)
    } finally {
      await sheet.close()
    }
  }

  private words(): { emptyBecause: (reason: string) => string } {
    return { emptyBecause: (reason) => translate(say`Empty cells: ${reason}`, this.content.locale) }
  }
}

/** The rows of a table, written onto one sheet after the other. */
class SheetRows {
  isDone = false
  private readonly table: ReportTable
  private readonly writer: CellWriter
  private readonly rows: AsyncGenerator<Row>
  private readonly options: {
    onRow: () => void
    pause: () => Promise<void>
    most: number
    words: { emptyBecause: (reason: string) => string }
  }
  private readonly reasons = new WithheldReasons()
  private next: IteratorResult<Row> | null = null

  constructor(table: ReportTable, styles: CellStyles, options: SheetRows['options']) {
    this.table = table
    this.writer = new CellWriter(styles, table.columns)
    this.rows = iteratorOf(table.rows)
    this.options = options
  }

  /** The XML of the next sheet, in pieces. */
  async *pieces(): AsyncGenerator<Buffer> {
    let row = 0
    let length = 0
    let text = `${xmlHead}<worksheet xmlns="${mainSpace}">${viewOf(this.table.columns)}<sheetData>`
    const titles = this.table.columns.map(({ title }) => title)
    if (titles.some((title) => title !== '')) text += this.writer.texts(++row, titles, header)
    // The Total and the notes come after the rows, where there is room for them.
    while (row < this.options.most && length < sheetLength) {
      this.next ??= await this.rows.next()
      if (this.next.done) break
      const cells = this.next.value
      this.next = null
      this.reasons.see(cells)
      text += this.writer.row(++row, cells)
      this.options.onRow()
      if (text.length < pieceLength) continue
      length += text.length
      yield Buffer.from(text)
      text = ''
      await this.options.pause()
    }
    this.next ??= await this.rows.next()
    this.isDone = this.next.done === true
    if (this.isDone) text += this.endOf(row)
    yield Buffer.from(`${text}</sheetData></worksheet>`)
  }

  /** Ends the reading of the rows, also where not all were read. */
  async close(): Promise<void> {
    await this.rows.return(undefined)
  }

  private endOf(row: number): string {
    const { footer, notes = [] } = this.table
    let at = row
    let text = ''
    if (footer) {
      this.reasons.see(footer)
      text += this.writer.row(++at, footer, true)
    }
    const said = [...notes, ...this.reasons.all.map(this.options.words.emptyBecause)]
    if (said.length > 0) at += 1
    for (const note of said) text += this.writer.texts(++at, [note])
    return text
  }
}

type Row = readonly ReportCell[]

const header: CellStyle = { bold: true }
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const widthOf: Record<ReportColumn['kind'], number> = { text: 20, number: 12, date: 12 }

/** The header that stays in sight, and the widths of the columns. */
function viewOf(columns: readonly ReportColumn[]): string {
  const isHeaded = columns.some(({ title }) => title !== '')
  const pane = isHeaded ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : ''
  const widths = columns.map(({ kind, title, width }, at) => {
    const chars = width ?? Math.min(60, Math.max(widthOf[kind], title.length + 2))
    return `<col min="${at + 1}" max="${at + 1}" width="${chars}" customWidth="1"/>`
  })
  const cols = widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''
  return `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${cols}`
}

function relation(number: number, type: string, target: string): string {
  return `<Relationship Id="rId${number}" Type="${relations}/${type}" Target="${target}"/>`
}

function relationsXml(list: readonly string[]): string {
  return `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
}

function part(path: string, text: string): ZipEntry {
  return { path, content: onePiece(text) }
}

async function* onePiece(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function* iteratorOf<T>(rows: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* rows
}
