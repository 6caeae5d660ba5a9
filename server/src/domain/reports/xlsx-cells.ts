import type { ReportCell, ReportColumn } from './report.ts'

/** How a cell of a workbook looks. */
export interface CellStyle {
  /** Number format; General by default. */
  format?: string
  bold?: boolean
  /** Of few answers: grey and slanted. */
  quiet?: boolean
}

/** Longest text that a cell of a workbook holds, in UTF-16 units. */
const longestText = 32_767
/** The number format of a date as the reader's own settings write it. */
const dateFormat = 'date'

/** The styles of a workbook: each kind once, numbered in the order they are first used. */
export class CellStyles {
  private readonly numbers = new Map<string, number>([['||', 0]])
  private readonly styles: CellStyle[] = [{}]

  /** Number of a style, for the attribute `s` of a cell. */
  numberOf(style: CellStyle): number {
    const key = `${style.format ?? ''}|${style.bold ? 'b' : ''}|${style.quiet ? 'q' : ''}`
    let number = this.numbers.get(key)
    if (number === undefined) {
      number = this.styles.length
      this.numbers.set(key, number)
      this.styles.push(style)
    }
    return number
  }

  /** The part `xl/styles.xml`. */
  toXml(): string {
    const formats = [...new Set(this.styles.flatMap(({ format }) => format ?? []))].filter((one) => one !== dateFormat)
    const formatNumber = (format: string | undefined): number =>
      format === undefined ? 0 : format === dateFormat ? 14 : 164 + formats.indexOf(format)
    const fonts = [
      '<font><sz val="11"/><name val="Calibri"/></font>',
      '<font><b/><sz val="11"/><name val="Calibri"/></font>',
      '<font><i/><sz val="11"/><color rgb="FF6B6B6B"/><name val="Calibri"/></font>',
    ]
    const fontOf = ({ bold, quiet }: CellStyle): number => (bold ? 1 : quiet ? 2 : 0)
    const xfs = this.styles.map(
      (style) =>
        `<xf numFmtId="${formatNumber(style.format)}" fontId="${fontOf(style)}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    )
    return `${xmlHead}<styleSheet xmlns="${mainSpace}">${
      formats.length === 0
        ? ''
        : `<numFmts count="${formats.length}">${formats.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(format)}"/>`).join('')}</numFmts>`
    }<fonts count="${fonts.length}">${fonts.join('')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs></styleSheet>`
  }
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Writes cells of one table as XML: numbers and dates as such, everything else as text, never as a formula. */
export class CellWriter {
  private readonly styles: CellStyles
  private readonly columns: readonly ReportColumn[]
  private readonly letters: string[] = []
  /** Numbers of styles by column, for plain, quiet and bold cells. */
  private readonly known = new Map<ReportColumn, number[]>()

  constructor(styles: CellStyles, columns: readonly ReportColumn[]) {
    this.styles = styles
    this.columns = columns
  }

  /** A row of the table; `row` counts from 1. */
  row(row: number, cells: readonly ReportCell[], bold = false): string {
    let xml = `<row r="${row}">`
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]
      if (cell) xml += this.cell(row, at, cell, bold)
    }
    return `${xml}</row>`
  }

  /** A row of texts, such as a header. */
  texts(row: number, texts: readonly string[], style: CellStyle = {}): string {
    const number = this.styles.numberOf(style)
    return `<row r="${row}">${texts.map((text, at) => textCell(this.letter(at) + row, text, number)).join('')}</row>`
  }

  private cell(row: number, at: number, cell: ReportCell, bold: boolean): string {
    const column = this.columns[at]
    const { value } = cell
    if (column && value !== null && value !== undefined) {
      if (column.kind === 'number' && typeof value === 'number' && Number.isFinite(value))
        return `<c r="${this.letter(at)}${row}"${styled(this.numberStyle(column, cell, bold))}><v>${value}</v></c>`
      const serial = column.kind === 'date' && typeof value === 'string' ? serialOf(value) : null
      if (serial !== null)
        return `<c r="${this.letter(at)}${row}"${styled(this.styleOf(column, dateFormat, cell, bold))}><v>${serial}</v></c>`
    }
    if (cell.text === '') return ''
    return textCell(this.letter(at) + row, cell.text, bold || cell.isFew ? this.styles.numberOf(looks(cell, bold)) : 0)
  }

  private numberStyle(column: ReportColumn, cell: ReportCell, bold: boolean): number {
    if (cell.decimals === undefined && cell.suffix === undefined)
      return this.styleOf(column, formatOf(column), cell, bold)
    return this.styles.numberOf(withFormat(formatOf({ ...column, ...cell }), looks(cell, bold)))
  }

  private styleOf(column: ReportColumn, format: string | undefined, cell: ReportCell, bold: boolean): number {
    const numbers = this.known.get(column) ?? []
    const at = bold ? 2 : cell.isFew ? 1 : 0
    let number = numbers[at]
    if (number === undefined) {
      number = numbers[at] = this.styles.numberOf(withFormat(format, looks(cell, bold)))
      this.known.set(column, numbers)
    }
    return number
  }

  private letter(at: number): string {
    return (this.letters[at] ??= columnLetter(at))
  }
}

function looks({ isFew }: ReportCell, bold: boolean): CellStyle {
  return { ...(bold && { bold }), ...(isFew && !bold && { quiet: true }) }
}

function withFormat(format: string | undefined, style: CellStyle): CellStyle {
  return format === undefined ? style : { ...style, format }
}

function styled(number: number): string {
  return number === 0 ? '' : ` s="${number}"`
}

function textCell(reference: string, text: string, style: number): string {
  const shown = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
  return `<c r="${reference}"${styled(style)} t="inlineStr"><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`
}

/** The number format of a column: its decimals, and the text after its numbers. */
function formatOf({ decimals, suffix }: Pick<ReportColumn, 'decimals' | 'suffix'>): string | undefined {
  if (decimals === undefined && suffix === undefined) return undefined
  const number = `#,##0${decimals ? `.${'0'.repeat(decimals)}` : ''}`
  return suffix ? `${decimals === undefined ? 'General' : number}" ${suffix.replaceAll('"', '')}"` : number
}

/** Days from 30 December 1899, as workbooks count them; null for what is no date or lies before 1900. */
function serialOf(iso: string): number | null {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) / 86_400_000 + 25_569 : Number.NaN
  return Number.isNaN(day) || day < 61 ? null : day
}

/** Letters of a column, from 0: A, B, ..., Z, AA. */
export function columnLetter(at: number): string {
  const rest = Math.floor(at / 26)
  return (rest > 0 ? columnLetter(rest - 1) : '') + String.fromCharCode(65 + (at % 26))
}

const special = /[&<>"\p{Cc}\ufffe\uffff]/u
const specials = new RegExp(special, 'gu')

/** Text for XML; characters that XML cannot hold are left out. */
export function escaped(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  if (!special.test(whole)) return whole
  return whole.replace(specials, (found) => entities[found] ?? '')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '\t',
  '\n': '\n',
  '\r': '\r',
}
