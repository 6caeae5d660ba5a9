import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { streamXlsxRows } from 'hucre/xlsx'
import { Count, quoted, say } from '@gensvar/contract/say'
import { explainFullDisk } from '#server/platform/full-disk.ts'
import { ImportRefusal } from '../import-words.ts'
import type { Cell, TableRow } from './cell.ts'
import { isBlank } from './cell.ts'
import { headerSample } from './header-row.ts'
import { spoolLine } from './spool.ts'
import { maxColumns } from './table.ts'
import type { ChildAnswer, ChildOrder } from './workbook-protocol.ts'
import { checkZip, damagedWorkbook } from './zip-check.ts'
import { listSheets } from './workbook-sheets.ts'
import type { SheetEntry } from './workbook-sheets.ts'

// Runs in a separate process with a small heap: a malicious workbook can crash only this process.

const reportEvery = 2000

function answer(message: ChildAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()))
  })
}

async function spoolWorkbook(order: ChildOrder): Promise<void> {
  const { kept, merged } = await checkZip(order.file, order.limits, {
    keep: (name) => /^xl\/workbook\.xml$/i.test(name),
    sheets: order.mostRows === null,
  })
  const workbook = [...kept.values()][0]
  if (workbook === undefined) {
    throw new ImportRefusal('validation', say`This is a zip file but not an Excel workbook (xlsx).`, 'file')
  }
  const sheets = listSheets(workbook)
  const data = readFileSync(order.file)
  const done = (sheet: SheetEntry, rows: number): Promise<void> =>
    answer({ kind: 'done', rows, sheet: sheet.name, sheetNames: sheets.map(({ name }) => name), merged })
  let cover: { sheet: SheetEntry; rows: number } | null = null
  for (const sheet of sheetsToTry(sheets, order.sheet)) {
    const { rows, columns } = await spoolSheet(data, sheet, order)
    if (order.sheet !== null) return done(sheet, rows)
    if (rows === 0) continue
    const isTable = columns >= tableColumns || rows > coverRows
    if (isTable && rows > (cover?.rows ?? 0)) return done(sheet, rows)
    cover ??= { sheet, rows }
  }
  if (cover) return done(cover.sheet, (await spoolSheet(data, cover.sheet, order)).rows)
  throw new ImportRefusal('validation', say`No sheet of the workbook has any rows.`, 'file')
}

function sheetsToTry(sheets: readonly SheetEntry[], wanted: string | null): SheetEntry[] {
  if (wanted === null) return sheets.filter(({ hidden }) => !hidden)
  const found = sheets.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase())
  if (found) return [found]
  const names = quoted(sheets.map(({ name }) => name))
  throw new ImportRefusal('validation', say`The workbook has no sheet "${wanted}". Its sheets: ${names}.`, 'sheet')
}

/** A short narrow sheet before others is a text about the data, and passed over if another one holds a table. */
const tableColumns = 3
const coverRows = 30

/** How much a sheet holds. */
interface Extent {
  rows: number
  columns: number
}

async function spoolSheet(data: Uint8Array, sheet: SheetEntry, order: ChildOrder): Promise<Extent> {
  const spool = openSync(order.spool, 'w', 0o600)
  let rows = 0
  let columns = 0
  let bytes = 0
  let read = 0
  let lines: string[] = []
  const flush = (): void => {
    if (lines.length > 0) bytes += writeSync(spool, lines.join(''))
    lines = []
    if (bytes > order.limits.spooledBytes) throw tooManyRows(order.limits.spooledBytes)
  }
  try {
    for await (const row of streamXlsxRows(data, { sheet: sheet.name })) {
      read += row.values.length
      if (read > order.limits.cells) throw tooManyCells(order.limits.cells)
      // Cells too far to the right for a name are not read; the first rows tell how many columns there are.
      const values = rows < headerSample ? row.values : row.values.slice(0, maxColumns + 1)
      const cells = tidy(values as readonly (Cell | undefined)[])
      if (cells.every(isBlank)) continue
      lines.push(spoolLine({ number: row.index + 1, cells } satisfies TableRow))
      rows++
      columns = Math.max(columns, cells.length)
      if (rows === order.mostRows) break
      if (lines.length >= 200) flush()
      if (rows % reportEvery === 0) {
        const resident = process.memoryUsage.rss() / 1e6
        if (resident > order.limits.residentMb) {
          const most = order.limits.residentMb
          throw new ImportRefusal('too_large', say`The workbook is rejected: it needs more than ${most} MB.`, 'file')
        }
        await answer({ kind: 'progress', rows })
      }
    }
    flush()
  } finally {
    closeSync(spool)
  }
  return { rows, columns }
}

function tooManyCells(most: number): ImportRefusal {
  const words = say`The workbook is rejected: it has more than ${new Count(most)} cells, blank ones included. Split it, or leave out columns that are not needed.`
  return new ImportRefusal('too_large', words, 'file')
}

function tooManyRows(bytes: number): ImportRefusal {
  const words = say`The workbook is rejected: its rows take more than ${bytes / 1e6} MB. Split it, or leave out columns that are not needed.`
  return new ImportRefusal('too_large', words, 'file')
}

/** Drops blank cells at the end; gaps become null, and values of an unexpected type become text. */
function tidy(values: readonly (Cell | undefined)[]): Cell[] {
  const last = values.findLastIndex((value) => value !== undefined && value !== null && value !== '')
  return Array.from({ length: last + 1 }, (_, column) => {
    const value = values[column] ?? null
    if (value === null || typeof value !== 'object' || value instanceof Date) return value
    return String(value)
  })
}

function refusalOf(error: unknown): ImportRefusal {
  if (error instanceof ImportRefusal) return error
  const full = explainFullDisk(error)
  return full ? new ImportRefusal(full.code, full.words, []) : damagedWorkbook(error)
}

// The server that asked for the rows is gone.
process.once('disconnect', () => process.exit())
process.once('message', (order: ChildOrder) => {
  // Once it has answered it is killed, too early for Node to keep the compiled code by itself.
  flushCompileCache()
  spoolWorkbook(order)
    .catch((error: unknown) => {
      const refusal = refusalOf(error)
      const { code, words, where } = refusal
      return answer({ kind: 'failed', code, words, fields: refusal.settings, where })
    })
    .finally(() => process.disconnect())
})
