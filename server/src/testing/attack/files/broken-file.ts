import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '#server/demo/random.ts'
import { row, workbook, zip } from './zip.ts'

/** Content of a file; a large one is generated when it is written, and left out of short runs. */
export type FileContent = Buffer | string | 'folder' | 'missing' | (() => Buffer | string)

/** A file for the import, and the expected result. */
export interface BrokenFile {
  kind: string
  /** File name with its ending. */
  name: string
  content: FileContent
  /** `imported`: all rows are imported. `refused`: none is, and the error matches `words`. `either`: one of the two. */
  outcome: 'imported' | 'refused' | 'either'
  words?: RegExp
  /** Number of rows expected if it is imported. */
  rows?: number
  /** Texts expected in the answers if it is imported. */
  holds?: readonly string[]
}

/** Column names of an ordinary file. */
export const header = ['id', 'region', 'store', 'visited', 'rating', 'comment'] as const

/** Rows of an ordinary file. */
function plainRows(count: number): (string | number)[][] {
  return Array.from({ length: count }, (_, at) => [
    at + 1,
    `r${at % 3}`,
    `s${at % 6}`,
    `2024-01-${10 + (at % 20)}`,
    1 + (at % 5),
    at % 4 === 0 ? `said ${at}` : '',
  ])
}

const rows = plainRows(60)
/** An ordinary file as csv, and as the rows of a sheet. */
export const csvText = [header, ...rows].map((cells) => cells.join(',')).join('\n')
export const sheetRows = [header, ...rows].map((cells, at) => row(at + 1, cells)).join('')

/** The same as a whole workbook. */
export const goodWorkbook = zip(workbook({ rows: sheetRows }))

/** A good file with some of its bytes changed, or cut off. */
export function mutatedFile(random: Random): BrokenFile {
  const ofText = random.chance(0.4)
  const bytes = Buffer.from(ofText ? csvText : goodWorkbook)
  const kind = `${ofText ? 'csv' : 'xlsx'} with changed bytes`
  const end = random.chance(0.2) ? random.int(1, bytes.length) : bytes.length
  for (let left = random.int(1, 8); left > 0; left--) {
    const at = random.int(0, bytes.length - 1)
    bytes[at] = random.chance(0.5)
      ? (bytes[at] ?? 0) ^ (1 << random.int(0, 7))
      : random.pick([0, 10, 13, 34, 44, 60, 62, 255, random.int(0, 255)])
  }
  return { kind, name: ofText ? 'data.csv' : 'data.xlsx', content: bytes.subarray(0, end), outcome: 'either' }
}

/** Writes a file into a folder; returns its path. */
export async function writeBroken(folder: string, { name, content }: BrokenFile): Promise<string> {
  const path = join(folder, name)
  if (content === 'folder') await mkdir(path)
  else if (content !== 'missing') await writeFile(path, typeof content === 'function' ? content() : content)
  return path
}
