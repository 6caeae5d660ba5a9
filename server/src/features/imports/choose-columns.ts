import { say } from '@gensvar/contract/say'
import { ImportRefusal } from './import-words.ts'
import type { ImportField } from './import-words.ts'
import type { ImportRequest } from './import-request.ts'
import { demandColumn } from './plan/demand-column.ts'
import { nameColumns } from './plan/name-columns.ts'
import type { NamedColumn } from './plan/name-columns.ts'
import { cellText, isBlank } from './tables/cell.ts'
import type { TableRow } from './tables/cell.ts'
import type { Table } from './tables/table.ts'

/** A column that is not imported. */
export interface LeftOut {
  index: number
  /** Its name in the file; '' for none. */
  name: string
  /** Its first value, once the rows were read. */
  example: string
}

/** A column by its position in the file, from 1. */
const position = /^#([1-9]\d{0,4})$/

/**
 * The table without the columns that are left out, and the request with its columns by name. Throws `validation` for a
 * column that the file does not have.
 */
export function chooseColumns<Request extends ImportRequest>(
  file: Table,
  request: Request,
): { table: Table; request: Request; leftOut: readonly LeftOut[] } {
  const all = nameColumns(file)
  const left = (request.leaveOut ?? []).map((name) => columnOf(all, name, 'config').index)
  const leftOut = left.map((index): LeftOut => ({ index, name: all[index]?.header ?? '', example: '' }))
  const table = left.length === 0 ? file : withoutColumns(file, leftOut)
  const columns = nameColumns(table)
  const named = (name: string, field: ImportField): string =>
    position.test(name) ? nameOf(columnOf(columns, name, field), columns) : name
  const one = (name: string | undefined, field: ImportField) =>
    name === undefined ? {} : { [field]: named(name, field) }
  return {
    table,
    leftOut,
    request: {
      ...request,
      ...(request.hierarchy && { hierarchy: request.hierarchy.map((name) => named(name, 'hierarchy')) }),
      ...one(request.date, 'date'),
      ...one(request.key, 'key'),
      ...one(request.main, 'main'),
      ...(request.settings && {
        settings: Object.fromEntries(
          Object.entries(request.settings).map(([name, settings]) => [named(name, 'config'), settings]),
        ),
      }),
    },
  }
}

/** The position of a column of the file as a request names it. */
export function positionOf(index: number): string {
  return `#${index + 1}`
}

function columnOf(columns: readonly NamedColumn[], name: string, field: ImportField): NamedColumn {
  const number = position.exec(name)?.[1]
  if (number === undefined || columns.some(({ header }) => header === name)) return demandColumn(columns, name, field)
  const found = columns[Number(number) - 1]
  if (found) return found
  throw new ImportRefusal('validation', say`The file has no column number ${number}.`, field)
}

/** A name that only this column has. The column `date` is called otherwise unless it is the event date. */
function nameOf({ header, variable }: NamedColumn, columns: readonly NamedColumn[]): string {
  const isOnly = columns.filter((column) => column.header === header).length === 1
  return isOnly && header.toLowerCase() === 'date' ? header : variable
}

/** A table whose columns keep their places; those left out have neither name nor answers. */
function withoutColumns(table: Table, leftOut: LeftOut[]): Table {
  const left = new Set(leftOut.map(({ index }) => index))
  const width = table.headers.length
  const groups = table.product?.groups.map((group, place) =>
    left.has(width + place) ? { ...group, header: '', name: '', wording: '' } : group,
  )
  const ofGroups = (table.product?.groups ?? []).flatMap(({ parts, joined }, place) =>
    left.has(width + place) ? [...parts.map(({ index }) => index), ...(joined === null ? [] : [joined])] : [],
  )
  const blank = new Set([...left, ...ofGroups])
  const without = (texts: readonly string[]): string[] => texts.map((text, index) => (blank.has(index) ? '' : text))
  return {
    ...table,
    headers: without(table.headers),
    wordings: without(table.wordings),
    product: table.product && {
      ...table.product,
      columns: table.product.columns.map((column, index) =>
        blank.has(index) ? { header: '', wording: '', metadata: null } : column,
      ),
      groups: groups ?? [],
    },
    async *rows(options) {
      for await (const batch of table.rows(options)) {
        noteExamples(leftOut, batch)
        yield batch.map((row) => ({
          ...row,
          cells: row.cells.map((cell, index) => (blank.has(index) ? null : cell)),
        }))
      }
    },
  }
}

function noteExamples(leftOut: LeftOut[], batch: readonly TableRow[]): void {
  for (const column of leftOut) {
    if (column.example !== '') continue
    const row = batch.find(({ cells }) => !isBlank(cells[column.index] ?? null))
    if (row) column.example = cellText(row.cells[column.index] ?? null)
  }
}
