import { openTable } from '../tables/open-table.ts'
import type { Cell } from '../tables/cell.ts'
import type { OpenOptions } from '../tables/table.ts'

/** Opens a file, reads all of it and closes it. */
export async function readAll(
  file: string,
  options?: OpenOptions,
): Promise<{
  headers: string[]
  rows: Cell[][]
  numbers: number[]
  notes: string
  sheetNames: string[]
  wordings: string[]
}> {
  const table = await openTable(file, options)
  try {
    const rows: Cell[][] = []
    const numbers: number[] = []
    for await (const batch of table.rows()) {
      rows.push(...batch.map(({ cells }) => cells))
      numbers.push(...batch.map(({ number }) => number))
    }
    const { headers, notes, sheetNames, wordings } = table
    return { headers, rows, numbers, notes: notes.map(({ words }) => String(words)).join(' '), sheetNames, wordings }
  } finally {
    await table.close()
  }
}
