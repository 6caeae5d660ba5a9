import { cellText } from '../tables/cell.ts'
import { openTable } from '../tables/open-table.ts'
import { headerSample } from '../tables/header-row.ts'

/** What the beginning of a file shows. */
export interface FileHead {
  format: 'csv' | 'xlsx'
  sheet: string | null
  sheets: string[]
  /** Columns in the order of the file, with the text of the first row below the names. */
  columns: { name: string; firstRow: string }[]
}

/** Longest sample value, in characters. */
const longestSample = 200

/** Reads the beginning of a file. Errors: those of `openTable`. */
export async function readHead(path: string, sheet: string | null): Promise<FileHead> {
  const table = await openTable(path, { ...(sheet !== null && { sheet }), mostRows: headerSample + 1 })
  try {
    let first: string[] = []
    for await (const batch of table.rows()) {
      first = batch[0]?.cells.map((cell) => cellText(cell).slice(0, longestSample)) ?? []
      break
    }
    return {
      format: table.format,
      sheet: table.sheet,
      sheets: table.sheetNames,
      columns: table.headers.map((name, index) => ({ name, firstRow: first[index] ?? '' })),
    }
  } finally {
    await table.close()
  }
}
