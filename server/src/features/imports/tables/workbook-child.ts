import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { streamXlsxRows } from 'hucre/xlsx'
import { quoted, say } from '@gensvar/contract/say'
import { ImportRefusal } from '../import-words.ts'
import type { Cell, TableRow } from './cell.ts'
import { isBlank } from './cell.ts'
import { spoolLine } from './spool.ts'
import type { ChildAnswer, ChildOrder } from './workbook-protocol.ts'
import { checkZip } from './zip-check.ts'
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
  const { kept, merged } = await checkZip(order.file, order.limits, (name) => /^xl\/workbook\.xml$/i.test(name))
  const workbook = [...kept.values()][0]
  if (workbook === undefined) {
    throw new ImportRefusal('validation', say`This is a zip file but not an Excel workbook (xlsx).`, 'file')
  }
  const sheets = listSheets(workbook)
  const data = readFileSync(order.file)
  for (const sheet of sheetsToTry(sheets, order.sheet)) {
    const rows = await spoolSheet(data, sheet, order)
    if (rows > 0 || order.sheet !== null) {
      return answer({ kind: 'done', rows, sheet: sheet.name, sheetNames: sheets.map(({ name }) => name), merged })
    }
  }
  throw new ImportRefusal('validation', say`No sheet of the workbook has any rows.`, 'file')
}

function sheetsToTry(sheets: readonly SheetEntry[], wanted: string | null): SheetEntry[] {
  if (wanted === null) return sheets.filter(({ hidden }) => !hidden)
  const found = sheets.find(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase())
  if (found) return [found]
  const names = quoted(sheets.map(({ name }) => name))
  throw new ImportRefusal('validation', say`The workbook has no sheet "${wanted}". Its sheets: ${names}.`, 'sheet')
}

async function spoolSheet(data: Uint8Array, sheet: SheetEntry, order: ChildOrder): Promise<number> {
  const spool = openSync(order.spool, 'w', 0o600)
  let rows = 0
  let lines: string[] = []
  const flush = (): void => {
    if (lines.length > 0) writeSync(spool, lines.join(''))
    lines = []
  }
  try {
    for await (const row of streamXlsxRows(data, { sheet: sheet.name })) {
      const cells = tidy(row.values as readonly (Cell | undefined)[])
      if (cells.every(isBlank)) continue
      lines.push(spoolLine({ number: row.index + 1, cells } satisfies TableRow))
      rows++
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
  return rows
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

process.once('message', (order: ChildOrder) => {
  spoolWorkbook(order)
    .catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error)
      const refusal =
        error instanceof ImportRefusal
          ? error
          : new ImportRefusal('validation', say`The workbook is damaged: ${text}.`, 'file')
      const { code, words, where } = refusal
      return answer({ kind: 'failed', code, words, fields: refusal.settings, where })
    })
    .finally(() => process.disconnect())
})
