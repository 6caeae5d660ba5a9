import { maxListedErrors } from '@gensvar/contract/imports'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { answerReader } from '../load/answer-reader.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { missingTest } from '../profile/not-answered.ts'
import { readNumber } from '../profile/number-text.ts'
import { cellText, isBlank } from '../tables/cell.ts'
import type { Cell, TableRow } from '../tables/cell.ts'
import type { Table } from '../tables/table.ts'
import { keyIn } from './link-columns.ts'
import type { LinkedColumns } from './link-columns.ts'

/** An error in a file. */
export interface RowError {
  words: Words
  row: number
  column: string
  read: string
}

/** The errors of a file, the first of them listed. */
export class RowErrors {
  readonly listed: RowError[] = []
  count = 0

  /** Adds an error; `words` say it for the text that was read. */
  add(row: number, column: string, read: string, words: (read: string) => Words): void {
    this.count++
    const short = read.length > 60 ? `${read.slice(0, 59)}…` : read
    if (this.listed.length < maxListedErrors) this.listed.push({ row, column, read: short, words: words(short) })
  }

  /** Adds the errors of other columns, in the order of the rows. */
  addAll({ listed, count }: RowErrors): void {
    this.count += count
    const all = [...this.listed, ...listed].toSorted((a, b) => a.row - b.row).slice(0, maxListedErrors)
    this.listed.splice(0, this.listed.length, ...all)
  }
}

/** A response that a key names. */
export interface KnownKey {
  /** The figures of an anonymous survey count it. */
  isFinal: boolean
  /** It would be completed, and is somebody whom an anonymous survey invited. */
  isInvited: boolean
}

/** The responses that keys name, as far as they are there. */
export type KnownKeys = (keys: readonly string[]) => Promise<ReadonlyMap<string, KnownKey>>

/**
 * Reads every row of a table of linked columns, and finds every cell that is no answer to its question and every key that
 * names no response, or one too many. `headers` are the names of the columns in the file.
 */
export async function findErrors(
  { table, plan, headers }: { table: Table; plan: ImportPlan; headers: readonly string[] },
  linked: LinkedColumns,
  known: KnownKeys,
  signal?: AbortSignal,
): Promise<RowErrors> {
  const errors = new RowErrors()
  const nameOf = (index: number): string => headers[index] || String(index + 1)
  const readers = plan.columns
    .filter(({ index, parts }) => index >= 0 && parts === null)
    .map((column) => ({ column, name: nameOf(column.index), isWrong: misfit(column) }))
  const keys = linked.key && { name: nameOf(linked.key.idx), seen: new Map<string, number>() }
  for await (const batch of table.rows({ signal })) {
    for (const { number, cells } of batch) {
      for (const { column, name, isWrong } of readers) {
        const cell = cells[column.index] ?? null
        if (isWrong(cell)) errors.add(number, name, cellText(cell), (read) => wrongWords(column, number, name, read))
      }
    }
    if (keys)
      await checkKeys(table, batch, { ...keys, errors, known, update: linked.update, by: linked.key?.by ?? 'key' })
  }
  return errors
}

/** Whether a cell holds something that is no answer to the question. */
function misfit({ plan, notAnswered }: PlannedColumn): (cell: Cell) => boolean {
  if (plan.type === 'text' || plan.type === 'multiple' || (plan.type === 'single' && !plan.codes)) return () => false
  const isMissing = missingTest(notAnswered)
  const read = answerReader(plan, isMissing)
  return (cell) => {
    if (isBlank(cell) || read(cell).answer !== null) return false
    const text = cellText(cell)
    if (isMissing(cell, text)) return false
    // What lies outside a scale is settled by the question.
    const { dot, comma } = readNumber(text)
    return plan.type !== 'scale' || (dot === null && comma === null)
  }
}

function wrongWords({ plan }: PlannedColumn, row: number, column: string, read: string): Words {
  return misfitWords(plan.type === 'scale' && plan.steps ? 'step' : plan.type, row, column, read)
}

/** How a cell that is no answer to a question is told. */
export function misfitWords(kind: string, row: number, column: string, read: string): Words {
  if (kind === 'date') return say`Row ${row}, column "${column}": "${read}" is not a date.`
  return kind === 'step'
    ? say`Row ${row}, column "${column}": "${read}" is not an answer of the question's scale.`
    : say`Row ${row}, column "${column}": "${read}" is not a number.`
}

async function checkKeys(
  table: Table,
  batch: readonly TableRow[],
  at: {
    name: string
    seen: Map<string, number>
    errors: RowErrors
    known: KnownKeys
    update: boolean
    by: 'key' | 'id'
  },
): Promise<void> {
  const { name, seen, errors, update, by } = at
  const keyed = batch.map((row) => ({ row: row.number, key: keyIn(table, row) }))
  const there = await at.known(keyed.map(({ key }) => key).filter((key) => key !== '' && (by === 'key' || isId(key))))
  for (const { row, key } of keyed) {
    const first = seen.get(key)
    const found = there.get(key)
    if (key === '') errors.add(row, name, '', () => say`Row ${row} has no key in column "${name}".`)
    else if (first !== undefined)
      errors.add(
        row,
        name,
        key,
        (read) => say`Rows ${first} and ${row} have the same key "${read}" in column "${name}".`,
      )
    else if (update && !found)
      errors.add(row, name, key, (read) => say`Row ${row}, column "${name}": there is no response "${read}" to update.`)
    else if (!update && found)
      errors.add(row, name, key, (read) => say`Row ${row}, column "${name}": there is a response "${read}" already.`)
    else if (found?.isFinal)
      errors.add(
        row,
        name,
        key,
        (read) =>
          say`Row ${row}, column "${name}": the response "${read}" is counted in the figures of this anonymous survey already.`,
      )
    else if (found?.isInvited)
      errors.add(
        row,
        name,
        key,
        (read) =>
          say`Row ${row}, column "${name}": "${read}" is invited to this anonymous survey, and nobody may learn who has answered. Import the answer under another key, or without one.`,
      )
    if (key !== '' && first === undefined) seen.set(key, row)
  }
}

/** Whether a text is the number of a response. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}
