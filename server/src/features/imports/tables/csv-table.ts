import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { ImportRefusal, addOnce, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import { isBlank } from './cell.ts'
import type { TableRow } from './cell.ts'
import { delimiterNames, detectDialect } from './csv-dialect.ts'
import { readRecords } from './csv-records.ts'
import type { CsvSource } from './csv-records.ts'
import { findHeaderRow, headerSample, productNotes } from './header-row.ts'
import { batchRowsOf, demandFewColumns, skippedAbove } from './table.ts'
import type { OpenOptions, ReadOptions, Table } from './table.ts'
import { detectEncoding, firstBytes } from './text-encoding.ts'
import type { TextEncoding } from './text-encoding.ts'

/** Largest text file that is read, in bytes. */
const maxBytes = 500_000_000

const encodingNames: Record<TextEncoding, string | Words> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  mixed: say`UTF-8 and Windows-1252`,
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
  for await (const some of readRecords(source, { signal })) {
    rows.push(...some.slice(0, headerSample - rows.length))
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
  const batchRows = batchRowsOf(width)
  let batch: TableRow[] = []
  for await (const rows of readRecords(source, options)) {
    for (const row of rows) {
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
  }
  if (batch.length > 0) yield batch
}

function shortRow(row: number): ImportNote {
  const words = say`Some rows have fewer cells than there are column names (first row ${row}): the missing cells at the end count as blank.`
  return noteOn(words, { row })
}
