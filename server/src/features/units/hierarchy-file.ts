import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { maxHierarchyBytes, maxHierarchyRows } from '@gensvar/contract/units'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { cellText, openTable } from '#server/features/imports/service.ts'
import { makeSpoolFolder } from '#server/platform/spool-folder.ts'
import { AppError } from '#server/platform/errors.ts'
import { receiveFile } from '#server/platform/file-body.ts'
import { hierarchyColumns, withoutGuard } from './hierarchy-columns.ts'
import type { HierarchyColumn } from './hierarchy-columns.ts'

/** A row of a file of a hierarchy: the text of each column that the file has. */
export interface HierarchyRow {
  /** As a spreadsheet shows it, from 1. */
  number: number
  cells: Partial<Record<HierarchyColumn, string>>
}

/** What is wrong with a file, and where. */
export interface FileProblem {
  words: Words
  row: number | null
  column: HierarchyColumn | null
  read: string | null
}

/** Reads the body of a request as a file of a hierarchy. Throws as the reader of tables does, and `too_large`. */
export async function readHierarchyFile(
  body: Parameters<typeof receiveFile>[0] & Readable,
  filename: string,
): Promise<HierarchyRow[]> {
  const folder = await makeSpoolFolder()
  try {
    const path = join(folder, plainName(filename))
    await receiveFile(body, path, maxHierarchyBytes)
    return await readRows(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readRows(path: string): Promise<HierarchyRow[]> {
  const table = await openTable(path, { headerRows: 1 })
  try {
    const at = new Map(table.headers.map((name, index) => [name.trim().toLowerCase(), index]))
    for (const column of ['key', 'parent', 'name'] as const)
      if (!at.has(column)) {
        const words = say`The file has no column "${column}". Export the hierarchy to see which columns it needs.`
        throw new AppError('validation', words, { file: words })
      }
    const columns = hierarchyColumns.filter((column) => at.has(column))
    const rows: HierarchyRow[] = []
    for await (const batch of table.rows()) {
      for (const { number, cells } of batch) {
        const texts = columns.map((column) => [column, withoutGuard(cellText(cells[at.get(column) ?? -1] ?? null))])
        rows.push({ number, cells: Object.fromEntries(texts) as HierarchyRow['cells'] })
      }
      if (rows.length > maxHierarchyRows) {
        const words = say`The file has more than ${new Count(maxHierarchyRows)} units. Split it.`
        throw new AppError('too_large', words, { file: words })
      }
    }
    return rows
  } finally {
    await table.close()
  }
}

function plainName(filename: string): string {
  const name = basename(filename.replaceAll('\\', '/')).trim()
  return name === '' || name === '.' || name === '..' ? 'file' : name
}
