import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { fromDayNumber, toDayNumber } from '@gensvar/contract/dates'
import { writeXlsxStream } from 'hucre/xlsx'
import { writeComment } from '../../server/src/demo/comments.ts'
import { logNormal, roundTo } from '../../server/src/demo/distribution.ts'
import { Random } from '../../server/src/demo/random.ts'
import { answerRatings, scaleTo10 } from '../../server/src/demo/ratings.ts'
import type { Outcome, Side } from '../../server/src/demo/ratings.ts'

/** How large a file to write. */
export interface ImportFileSize {
  rows: number
  /** At least ten; all further ones are rated questions. */
  columns: number
}

/** The size of file for which the import's time is promised. */
export const importFileSize: ImportFileSize = { rows: 100_000, columns: 30 }

type Cell = string | number | null

const fixedColumns = [
  'response_id',
  'region',
  'site',
  'team',
  'answered_on',
  'overall',
  'channel',
  'amount',
  'comment',
  'zip',
]
const firstDay = toDayNumber('2023-01-01')

/** Header and rows of a file as people send them: a key, a hierarchy, a date, ratings, words, and gaps. */
export function* importRows({ rows, columns }: ImportFileSize): Generator<Cell[]> {
  if (columns < fixedColumns.length) throw new RangeError(`There are at least ${fixedColumns.length} columns`)
  const random = new Random('gensvar import file')
  const rated = Array.from({ length: columns - fixedColumns.length }, (_, index) => `q${index + 1}`)
  yield [...fixedColumns, ...rated]
  const sides = rated.map((variable): Side => ({
    variable,
    weight: 1 / Math.max(1, rated.length),
    shape: scaleTo10(7.5, 1.8),
  }))
  const outcomes: Outcome[] = [{ variable: 'overall', shape: scaleTo10(7.6, 1.8), follows: 1, missing: 0 }]
  for (let number = 1; number <= rows; number++) {
    const team = random.int(0, 499)
    const site = Math.floor(team / 10)
    const answers = answerRatings(random, sides, outcomes, { halo: random.normal(), mood: 0, effect: () => 0 })
    const overall = answers['overall'] ?? 7
    const said = random.chance(0.3)
      ? writeComment(random, { language: 'en', overall, ratings: new Map(), agent: null, minutes: null })
      : null
    yield [
      `R${String(number).padStart(7, '0')}`,
      `Region ${1 + Math.floor(site / 10)}`,
      `Site ${1 + site}`,
      random.chance(0.02) ? null : `Team ${1 + team}`,
      fromDayNumber(firstDay + random.int(0, 1094)),
      overall,
      random.pick(['web', 'phone', 'visit']),
      random.chance(0.1) ? null : roundTo(logNormal(random, 80, 0.7), 2),
      said,
      String(random.int(1_000, 99_999)).padStart(5, '0'),
      ...rated.map((variable) => answers[variable] ?? null),
    ]
  }
}

/** Writes the rows as csv (comma, UTF-8), row by row. */
export async function writeImportCsv(path: string, size: ImportFileSize = importFileSize): Promise<void> {
  await pipeline(Readable.from(csvChunks(size)), createWriteStream(path))
}

/**
 * Writes the rows as a workbook of one sheet with a table of shared strings, as Excel does; the writer holds that table
 * in memory. Dates are text, as many systems export them.
 */
export async function writeImportWorkbook(path: string, size: ImportFileSize = importFileSize): Promise<void> {
  const workbook = writeXlsxStream(importRows(size), { name: 'Responses', inlineStrings: false })
  await pipeline(Readable.fromWeb(workbook as ReadableStream<Uint8Array>), createWriteStream(path))
}

/** Rows per write; writing one by one would take a turn of the event loop each. */
const rowsPerChunk = 500

function* csvChunks(size: ImportFileSize): Generator<string> {
  let lines: string[] = []
  for (const row of importRows(size)) {
    lines.push(row.map(csvCell).join(','))
    if (lines.length < rowsPerChunk) continue
    yield `${lines.join('\n')}\n`
    lines = []
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`
}

function csvCell(cell: Cell): string {
  const text = cell === null ? '' : String(cell)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
