import { fork } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quoted, say } from '@gensvar/contract/say'
import { ImportRefusal, addOnce, noteOn } from '../import-words.ts'
import type { ImportNote } from '../import-words.ts'
import type { TableRow } from './cell.ts'
import { findHeaderRow, headerSample, productNotes } from './header-row.ts'
import type { HeaderRow } from './header-row.ts'
import { childEnvironment } from '#server/platform/child-environment.ts'
import { makeSpoolFolder } from '#server/platform/spool-folder.ts'
import { readSpool } from './spool.ts'
import { demandFewColumns, demandStorable, skippedAbove } from './table.ts'
import type { OpenOptions, ReadOptions, Table } from './table.ts'
import { workbookLimits } from './workbook-limits.ts'
import type { WorkbookLimits } from './workbook-limits.ts'
import { refusalFrom } from './workbook-protocol.ts'
import type { ChildAnswer, ChildOrder } from './workbook-protocol.ts'

type Done = Extract<ChildAnswer, { kind: 'done' }>

/**
 * Opens a workbook (xlsx) as a table. A separate process, with limits of memory and time, checks the container and
 * writes the sheet's rows to a spool file, which the passes then read. Formulas give the value the file was saved
 * with; nothing is evaluated. Errors: `validation` for a damaged or protected workbook or an unknown sheet, `too_large`
 * for one beyond the limits.
 */
export async function openWorkbook(
  file: string,
  options: OpenOptions = {},
  limits: WorkbookLimits = workbookLimits,
): Promise<Table> {
  const { size } = await stat(file)
  if (size > limits.fileBytes)
    throw new ImportRefusal('too_large', say`The workbook is over ${limits.fileBytes / 1e6} MB.`, 'file')
  const folder = await makeSpoolFolder()
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const spool = join(folder, 'rows.ndjson')
    const done = await runChild(
      { file, sheet: options.sheet ?? null, spool, limits, mostRows: options.mostRows ?? null },
      options,
    )
    const header = findHeaderRow(await firstRows(spool), options.headerRows)
    if (!header) throw emptySheet(done.sheet)
    demandFewColumns(header.headers.length)
    const notes = [...productNotes(header.product), ...describe(done, header)]
    return {
      format: 'xlsx',
      headers: header.headers,
      wordings: header.wordings,
      product: header.product,
      namesRow: header.namesRow,
      sheet: done.sheet,
      sheetNames: done.sheetNames,
      notes,
      total: done.rows,
      rows: (read) => dataRows(spool, header, notes, read),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function emptySheet(sheet: string): ImportRefusal {
  const words = say`The sheet "${sheet}" is empty: no row holds column names.`
  return new ImportRefusal('validation', words, 'sheet', { sheet })
}

function describe(done: Done, header: HeaderRow): ImportNote[] {
  const others = done.sheetNames.filter((name) => name !== done.sheet)
  const notes = [noteOn(say`Workbook, sheet "${done.sheet}".`, { sheet: done.sheet })]
  if (others.length > 0) notes.push(noteOn(say`Not read: ${quoted(others)}.`, {}, 'sheet'))
  if (done.merged)
    notes.push(
      noteOn(say`Cells are merged: the value counts only in the first row and column, the other cells are blank.`),
    )
  if (header.index > 0) notes.push(skippedAbove(header.index))
  return notes
}

async function firstRows(spool: string): Promise<TableRow[]> {
  for await (const batch of readSpool(spool)) {
    const rows = batch.slice(0, headerSample)
    for (const row of rows) demandStorable(row)
    return rows
  }
  return []
}

async function* dataRows(
  spool: string,
  header: HeaderRow,
  notes: ImportNote[],
  options: ReadOptions = {},
): AsyncGenerator<TableRow[]> {
  const width = header.headers.length
  let done = 0
  for await (const batch of readSpool(spool)) {
    options.signal?.throwIfAborted()
    done += batch.length
    options.onProgress?.(done)
    const rows = batch.filter((row) => row.number > header.number)
    for (const row of rows) demandStorable(row)
    const stray = rows.find((row) => row.cells.length > width)
    if (stray) addOnce(notes, beyondColumns(stray.number))
    if (rows.length > 0) yield rows
  }
}

function beyondColumns(row: number): ImportNote {
  return noteOn(say`Cells to the right of the named columns are skipped (first in row ${row}).`, { row })
}

/** Size of the parsing process's heap for new objects, in MB: a larger one only delays garbage collection. */
const youngMb = 4

function runChild(order: ChildOrder, options: OpenOptions): Promise<Done> {
  return new Promise((resolve, reject) => {
    if (options.signal?.aborted) return reject(options.signal.reason)
    const child = fork(fileURLToPath(new URL('./workbook-child.ts', import.meta.url)), [], {
      execArgv: [
        `--max-old-space-size=${order.limits.heapMb}`,
        `--max-semi-space-size=${youngMb}`,
        '--disable-warning=ExperimentalWarning',
      ],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    let settled = false
    const settle = (finish: () => void): void => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      options.signal?.removeEventListener('abort', onAbort)
      child.kill('SIGKILL')
      finish()
    }
    const fail = (error: unknown): void => settle(() => reject(error))
    const onAbort = (): void => fail(options.signal?.reason)
    const timer = setTimeout(() => {
      const seconds = order.limits.wallMs / 1000
      fail(new ImportRefusal('too_large', say`The workbook takes longer than ${seconds} s to read.`, 'file'))
    }, order.limits.wallMs)
    options.signal?.addEventListener('abort', onAbort)
    child.on('error', fail)
    child.on('message', (answer: ChildAnswer) => {
      if (answer.kind === 'progress') options.onProgress?.(answer.rows)
      else if (answer.kind === 'done') settle(() => resolve(answer))
      else fail(refusalFrom(answer))
    })
    child.on('exit', () => {
      const words = say`The workbook is rejected: reading it needs more memory than is allowed.`
      fail(new ImportRefusal('too_large', words, 'file'))
    })
    child.send(order)
  })
}
