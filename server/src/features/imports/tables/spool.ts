import { createReadStream } from 'node:fs'
import type { Cell, TableRow } from './cell.ts'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { batchRowsOf } from './table.ts'

// A spooled row is a JSON array: its number, then its cells; a date is an array of one, its milliseconds.
type SpooledCell = Exclude<Cell, Date> | [number]

/** One row as a line of the spool file. */
export function spoolLine(row: TableRow): string {
  const cells: SpooledCell[] = row.cells.map((cell) => (cell instanceof Date ? [cell.getTime()] : cell))
  return `${JSON.stringify([row.number, ...cells])}\n`
}

/** Reads a spool file back, in batches. */
export async function* readSpool(file: string): AsyncGenerator<TableRow[]> {
  const pause = backgroundPauses()
  let batch: TableRow[] = []
  let rest = ''
  for await (const chunk of createReadStream(file, {
    encoding: 'utf8',
    highWaterMark: 1 << 17,
  }) as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const row = parseLine(line)
      batch.push(row)
      if (batch.length >= batchRowsOf(row.cells.length)) {
        yield batch
        await pause()
        batch = []
      }
    }
  }
  if (batch.length > 0) yield batch
}

function parseLine(line: string): TableRow {
  const [number, ...cells] = JSON.parse(line) as [number, ...SpooledCell[]]
  return { number, cells: cells.map((cell) => (Array.isArray(cell) ? new Date(cell[0]) : cell)) }
}
