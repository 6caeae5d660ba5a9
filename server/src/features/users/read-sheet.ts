import { maxUserRows, userColumns } from '@gensvar/contract/user-sheets'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { cellText, openTable } from '#server/features/imports/service.ts'
import { AppError } from '#server/platform/errors.ts'

/** A column of a file of users. */
export type UserColumn = (typeof userColumns)[number]

/** What is wrong with a file of users, and where. */
export interface SheetProblem {
  words: Words
  row: number | null
  column: string | null
  read: string | null
}

/** A row of a file of users; a column that the file does not have is undefined. */
export interface SheetRow {
  number: number
  cells: Partial<Record<UserColumn, string>>
}

/**
 * Reads a file of users, and what is wrong with its columns. Throws `validation` for a file that is no table, and
 * `too_large` for too many rows.
 */
export async function readSheet(path: string): Promise<{ rows: SheetRow[]; problems: SheetProblem[] }> {
  const table = await openTable(path, { headerRows: 1 })
  try {
    const columns = table.headers.map((header) =>
      userColumns.find((name) => name.toLowerCase() === header.toLowerCase()),
    )
    const problems = columnProblems(table.headers, columns)
    const rows: SheetRow[] = []
    for await (const part of table.rows())
      for (const { number, cells } of part) {
        if (rows.length === maxUserRows) {
          const words = say`A file can have at most ${maxUserRows} users. Split it.`
          throw new AppError('too_large', words, { file: words })
        }
        const read: SheetRow = { number, cells: {} }
        for (const [at, name] of columns.entries()) if (name) read.cells[name] = cellText(cells[at] ?? null)
        rows.push(read)
      }
    return { rows, problems }
  } finally {
    await table.close()
  }
}

function columnProblems(headers: readonly string[], columns: readonly (UserColumn | undefined)[]): SheetProblem[] {
  const wrong = (words: Words, column: string): SheetProblem => ({ words, row: 1, column, read: column })
  const known = userColumns.join(', ')
  const problems = headers.flatMap((header, at) => {
    const column = columns[at]
    if (column === undefined) return [wrong(say`There is no column "${header}" of users; there are: ${known}.`, header)]
    return columns.indexOf(column) < at ? [wrong(say`The column "${header}" is there twice.`, header)] : []
  })
  if (!columns.includes('email')) problems.push({ ...wrong(say`The column "email" is missing.`, 'email'), read: null })
  return problems
}
