import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Transform } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Parser } from 'csv-parse'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { ImportRefusal, addOnce, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import { isBlank } from './cell.ts'
import type { TableRow } from './cell.ts'
import { delimiterNames, detectDialect } from './csv-dialect.ts'
import type { CsvDialect } from './csv-dialect.ts'
import { findHeaderRow, headerSample, productNotes } from './header-row.ts'
import { batchRows, demandFewColumns, demandStorable, skippedAbove } from './table.ts'
import type { OpenOptions, ReadOptions, Table } from './table.ts'
import { detectEncoding, firstBytes } from './text-encoding.ts'
import type { DetectedEncoding, TextEncoding } from './text-encoding.ts'
import { windows1252ToUtf8 } from './utf8.ts'

/** Largest text file that is read, in bytes. */
const maxBytes = 500_000_000
/** Longest single row, in bytes of UTF-8. */
const maxRecord = 4_000_000
/** Longest line, in bytes: the parser counts the text of a row, not its delimiters. */
const maxLine = maxRecord + 1_000_000
/** Most cells of a row, blank ones included: no spreadsheet has more columns. */
const maxCells = 16_384

const encodingNames: Record<TextEncoding, string | Words> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  mixed: say`UTF-8 and Windows-1252`,
}

interface CsvSource extends DetectedEncoding, CsvDialect {
  file: string
}

/**
 * Opens a text file as a table: encoding and delimiter are detected, cells may hold quotes, delimiters and line
 * breaks. Errors: `validation` for an empty or damaged file (with the row), `too_large`.
 */
export async function openCsv(file: string, options: OpenOptions = {}): Promise<Table> {
  const { size } = await stat(file)
  if (size > maxBytes)
    throw new ImportRefusal('too_large', say`${basename(file)} is over ${maxBytes / 1_000_000} MB.`, 'file')
  const encoding = await detectEncoding(file)
  // Delimiters are ASCII, which is the same in both encodings of a mixed file.
  const readAs = encoding.encoding === 'mixed' ? 'windows-1252' : encoding.encoding
  const sample = new TextDecoder(readAs).decode(await firstBytes(file, 256 * 1024))
  const source: CsvSource = { file, ...encoding, ...detectDialect(sample) }
  const header = findHeaderRow(await firstRows(source, options.signal), options.headerRows)
  if (!header)
    throw new ImportRefusal('validation', say`${basename(file)} is empty: no row holds column names.`, 'file')
  demandFewColumns(header.headers.length)
  const notes = [...productNotes(header.product), ...describe(source, header.index)]
  return {
    format: 'csv',
    headers: header.headers,
    wordings: header.wordings,
    product: header.product,
    namesRow: header.namesRow,
    sheet: null,
    sheetNames: [],
    notes,
    total: size,
    rows: (read) => dataRows(source, header.number, header.headers.length, notes, read),
    close: () => Promise.resolve(),
  }
}

function describe(source: CsvSource, rowsAbove: number): ImportNote[] {
  const delimiter = delimiterNames[source.delimiter] ?? say`"${source.delimiter}"`
  const notes = [noteOn(say`Text in ${encodingNames[source.encoding]}, cells separated by ${delimiter}.`)]
  if (source.encoding === 'mixed') notes.push(mixedNote(source))
  if (source.unreadable.count > 0)
    notes.push(
      noteOn(say`Some bytes are not valid characters in ${source.unreadable.words}: � is shown in their place.`, {
        line: source.unreadable.first,
      }),
    )
  if (rowsAbove > 0) notes.push(skippedAbove(rowsAbove))
  return notes
}

/** Names the lines in the less frequent encoding, as those are probably the wrong ones. */
function mixedNote(source: CsvSource): ImportNote {
  const [usual, lines, others] =
    source.others.count <= source.utf8.count
      ? ['UTF-8', source.others, 'Windows-1252']
      : ['Windows-1252', source.utf8, 'UTF-8']
  const words = say`Most of the text is ${usual}, but some was read as ${others}: ${lines.words}. Check these lines.`
  return noteOn(words, { line: lines.first })
}

async function firstRows(source: CsvSource, signal: AbortSignal | undefined): Promise<TableRow[]> {
  const rows: TableRow[] = []
  for await (const row of readRecords(source, { signal })) {
    rows.push(row)
    if (rows.length === headerSample) break
  }
  return rows
}

async function* dataRows(
  source: CsvSource,
  headerNumber: number,
  width: number,
  notes: ImportNote[],
  options: ReadOptions = {},
): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = []
  for await (const row of readRecords(source, options)) {
    if (row.number <= headerNumber || row.cells.every(isBlank)) continue
    const last = row.cells.length > width ? row.cells.findLastIndex((cell) => !isBlank(cell)) + 1 : 0
    if (last > width) {
      const words = say`Row ${row.number} has ${last} cells, but the number of column names is ${width}. Check its quotes and delimiters.`
      throw new ImportRefusal('validation', words, 'file', { row: row.number })
    }
    if (row.cells.length < width) addOnce(notes, shortRow(row.number))
    batch.push(row)
    if (batch.length === batchRows) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

function shortRow(row: number): ImportNote {
  const words = say`Some rows have fewer cells than there are column names (first row ${row}): the missing cells at the end count as blank.`
  return noteOn(words, { row })
}

/** Bytes that are parsed at a time, which blocks this thread: some hundred rows. */
const chunkBytes = 1 << 15
/** Rows after which reading looks whether others wait: looking is cheap beside so many. */
const rowsPerTurn = 50

async function* readRecords(source: CsvSource, options: ReadOptions): AsyncGenerator<TableRow> {
  const bytes = createReadStream(source.file, { highWaterMark: chunkBytes })
  // Line where the last complete row ended.
  let lastLine = source.skipLines
  const parser = parse({
    bom: true,
    delimiter: source.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maxRecord,
    from_line: source.skipLines + 1,
    on_record: (record: string[], { lines }) => {
      lastLine = lines
      return record
    },
  })
  bytes.on('error', (error) => parser.destroy(error))
  const decoder = decoderOf(source.encoding)
  decoder?.on('error', (error) => parser.destroy(error))
  const lines = demandShortLines()
  lines.on('error', (error) => parser.destroy(error))
  const text = decoder ? bytes.pipe(decoder) : bytes
  text.pipe(lines).pipe(parser)
  // A header row kept above the table counts as a row of the sheet.
  let number = source.skipLines
  const pause = backgroundPauses()
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++
      if (number % rowsPerTurn === 0) await pause()
      if (number % batchRows === 0) {
        options.signal?.throwIfAborted()
        options.onProgress?.(bytes.bytesRead)
      }
      if (cells.length > maxCells) demandFewColumns(cells.length)
      demandStorable({ number, cells })
      yield { number, cells: cells.map((cell) => (cell === '' ? null : cell)) }
    }
    options.onProgress?.(bytes.bytesRead)
  } catch (error) {
    throw readable(error, number, lastLine)
  } finally {
    bytes.destroy()
    release(parser)
  }
}

/** Passes text on, and fails at a line that is too long. */
function demandShortLines(): Transform {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const last = Math.max(chunk.lastIndexOf(0x0a), chunk.lastIndexOf(0x0d))
      length = last < 0 ? length + chunk.length : chunk.length - last - 1
      if (length <= maxLine) return done(null, chunk)
      const words = say`A line of the file is longer than ${new Count(maxLine)} bytes, so it is no table. Check its line breaks and delimiters.`
      done(new ImportRefusal('too_large', words, 'file'))
    },
  })
}

function release(parser: Parser): void {
  parser.on('error', () => {})
  parser.destroy()
}

/** Turns bytes of another encoding into UTF-8, which is what the parser reads; null for UTF-8 itself. */
function decoderOf(encoding: TextEncoding): Transform | null {
  if (encoding === 'utf-8') return null
  if (encoding === 'windows-1252' || encoding === 'mixed') return windows1252ToUtf8(encoding === 'mixed')
  const decoder = new TextDecoder(encoding)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(decoder.decode(chunk, { stream: true })))
    },
    flush(done) {
      done(null, Buffer.from(decoder.decode()))
    },
  })
}

function readable(error: unknown, rowsRead: number, lastLine: number): unknown {
  if (!(error instanceof CsvError)) return error
  const [row, line] = [rowsRead + 1, lastLine + 1]
  // A row that is too long within one line was not caused by an unclosed quote.
  if (error.code === 'CSV_MAX_RECORD_SIZE' && error['lines'] === line) {
    const most = new Count(maxRecord)
    const words =
      row === line
        ? say`Row ${row} is longer than ${most} bytes. Leave out or shorten its longest cell.`
        : say`Row ${row} (line ${line}) is longer than ${most} bytes. Leave out or shorten its longest cell.`
    return new ImportRefusal('too_large', words, 'file', { row, line })
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return new ImportRefusal('validation', say`A quote opened in row ${row} is never closed.`, 'file', { row })
  return new ImportRefusal('validation', say`The file cannot be read at row ${row}: ${error.message}`, 'file', { row })
}
