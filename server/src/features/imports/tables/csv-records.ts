import { createReadStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { TextDecoder } from 'node:util'
import { CsvError, parse } from 'csv-parse'
import type { Parser } from 'csv-parse'
import { Count, say } from '@gensvar/contract/say'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { ImportRefusal } from '../import-words.ts'
import type { TableRow } from './cell.ts'
import type { CsvDialect } from './csv-dialect.ts'
import { PlainRecords } from './plain-records.ts'
import { demandFewColumns, demandStorable } from './table.ts'
import type { ReadOptions } from './table.ts'
import type { DetectedEncoding, TextEncoding } from './text-encoding.ts'
import { windows1252ToUtf8 } from './utf8.ts'

/** Longest single row, in bytes of UTF-8. */
const maxRecord = 4_000_000
/** Longest line, in bytes: the parser counts the text of a row, not its delimiters. */
const maxLine = maxRecord + 1_000_000
/** Most cells of a row, blank ones included: no spreadsheet has more columns. */
const maxCells = 16_384

/** A text file with how it is written. */
export interface CsvSource extends DetectedEncoding, CsvDialect {
  file: string
}

/** Bytes that are parsed at a time, which blocks this thread: some hundred rows. */
const chunkBytes = 1 << 15
/** Rows after which reading looks whether others wait: looking is cheap beside so many. */
const rowsPerTurn = 50

/** All rows of a file that is well formed, and those of any other up to its first unusual row. */
export async function* readRecords(source: CsvSource, options: ReadOptions): AsyncGenerator<TableRow[]> {
  const bytes = createReadStream(source.file, { highWaterMark: chunkBytes })
  const text = textOf(source, bytes)
  const chunks: AsyncIterator<Buffer> = text[Symbol.asyncIterator]()
  const told = () => {
    options.signal?.throwIfAborted()
    options.onProgress?.(bytes.bytesRead)
  }
  try {
    // The line that a spreadsheet program skips is counted by the parser.
    if (source.skipLines > 0) return yield* parseRecords(source, text, { rows: source.skipLines, lines: 0 }, told)
    const plain = new PlainRecords(source.delimiter)
    const decoder = new TextDecoder()
    const pause = backgroundPauses()
    let number = 0
    for (let isEnd = false; !isEnd;) {
      const chunk = await chunks.next()
      isEnd = chunk.done === true
      const records = plain.add(isEnd ? decoder.decode() : decoder.decode(chunk.value, { stream: true }), isEnd)
      told()
      yield records.map((cells) => {
        if (cells.length > maxCells) demandFewColumns(cells.length)
        return { number: ++number, cells }
      })
      if (plain.isOver)
        return yield* parseRecords(
          source,
          remaining(plain.rest, chunks, decoder),
          { rows: number, lines: plain.lines },
          told,
        )
      await pause()
    }
  } finally {
    bytes.destroy()
    text.destroy()
  }
}

/** The text of a file in UTF-8. */
function textOf(source: CsvSource, bytes: Readable): Transform {
  const lines = demandShortLines()
  bytes.on('error', (error) => lines.destroy(error))
  const decoder = decoderOf(source.encoding)
  decoder?.on('error', (error) => lines.destroy(error))
  return (decoder ? bytes.pipe(decoder) : bytes).pipe(lines)
}

/** Rows of text that need not be well formed; `before` are those of the file that come before it. */
async function* parseRecords(
  source: CsvSource,
  chunks: AsyncIterable<Buffer>,
  before: { rows: number; lines: number },
  told: () => void,
): AsyncGenerator<TableRow[]> {
  // Line where the last complete row ended.
  let lastLine = Math.max(source.skipLines, before.lines)
  const parser = parse({
    bom: true,
    delimiter: source.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maxRecord,
    from_line: source.skipLines + 1,
    on_record: (record: string[], { lines }) => {
      lastLine = before.lines + lines
      return record
    },
  })
  const text = Readable.from(chunks)
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  // A header row kept above the table counts as a row of the sheet.
  let number = before.rows
  const pause = backgroundPauses()
  let batch: TableRow[] = []
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++
      if (cells.length > maxCells) demandFewColumns(cells.length)
      demandStorable({ number, cells })
      batch.push({ number, cells: cells.map((cell) => (cell === '' ? null : cell)) })
      if (batch.length < rowsPerTurn) continue
      told()
      yield batch
      batch = []
      await pause()
    }
    told()
  } catch (error) {
    // Whoever looks at the beginning of a file may not come to what is wrong with it.
    if (batch.length > 0) yield batch
    throw readable(error, number, { lastLine, linesBefore: before.lines })
  } finally {
    release(parser)
  }
  yield batch
}

/** What is left of a file, as the text that its beginning was read as. */
async function* remaining(rest: string, chunks: AsyncIterator<Buffer>, decoder: TextDecoder): AsyncGenerator<Buffer> {
  // The first mark of byte order is no part of a text, and is gone.
  let text = rest
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    if (text !== '') yield Buffer.from(text)
    text = decoder.decode(next.value, { stream: true })
  }
  text += decoder.decode()
  if (text !== '') yield Buffer.from(text)
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

function readable(
  error: unknown,
  rowsRead: number,
  { lastLine, linesBefore }: { lastLine: number; linesBefore: number },
): unknown {
  if (!(error instanceof CsvError)) return error
  const [row, line] = [rowsRead + 1, lastLine + 1]
  // A row that is too long within one line was not caused by an unclosed quote.
  if (error.code === 'CSV_MAX_RECORD_SIZE' && Number(error['lines']) + linesBefore === line) {
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
