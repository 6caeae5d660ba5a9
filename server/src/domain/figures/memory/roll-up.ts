import { periodIndex } from '@gensvar/contract/periods'
import type { RowDemand } from '../rows/row-demand.ts'
import { blockAt, wordsOf } from './block.ts'
import type { Block } from './block.ts'
import { codeSet } from './code-sets.ts'
import type { Column } from './column.ts'
import { groupPlaces } from './group-places.ts'
import type { GroupPlaces } from './group-places.ts'
import type { ColumnsByName } from './columns-by-name.ts'
import { sift } from './sieve.ts'
import { atOnce } from './steps.ts'
import { ValueTable } from './value-table.ts'
import { everyRow } from './workspace.ts'
import type { Workspace } from './workspace.ts'

/** Column of the days that months are made of. */
export const dayColumn = 'day'
/** Months that may come after those of today's rows before a roll-up has to be made anew. */
const spareMonths = 6

/** What a roll-up counts. */
export interface RollUpSpec {
  /** Which rows; null for all. */
  where: { column: string; demand: RowDemand } | null
  /** The column whose values it keeps apart besides months, such as units; null for none. */
  by: string | null
  /** The column whose codes are counted. */
  of: string
}

/** The columns that a roll-up is made of. */
export function columnsUsed({ where, by, of }: RollUpSpec): string[] {
  return [dayColumn, of, ...(by === null ? [] : [by]), ...(where ? [where.column] : [])]
}

/** A column as it was when a roll-up was begun. */
interface Used {
  name: string
  column: Column
  low: number
}

/**
 * How many rows of each month, and of each value of a column such as units, have each code of a column. A request then adds up
 * months and units instead of rows. It is counted block by block, when nothing else is to be done, and follows each row that
 * changes.
 */
export class RollUp {
  /** Counts by code; a group is a value of `by` in a month. */
  readonly table: ValueTable
  /** Groups of each value: first the rows without a day, then one month after the other. */
  readonly months: number
  private readonly values: GroupPlaces | null
  private readonly filter: { column: Column; set: Uint8Array } | null
  private readonly day: Column
  private readonly by: Column | null
  private readonly used: readonly Used[]
  private readonly size: number
  private readonly firstMonth: number
  /** By code of a day: its month's place among those of a value. */
  private places = new Int32Array()
  private counted = 0

  /** All columns have codes, and there are days. Throws `MissingColumn`. */
  constructor(held: ColumnsByName, { where, by, of }: RollUpSpec) {
    this.used = columnsUsed({ where, by, of }).map((name) => ({
      name,
      column: held.column(name),
      low: held.column(name).low,
    }))
    this.day = held.column(dayColumn)
    this.by = by === null ? null : held.column(by)
    this.values = by === null ? null : groupPlaces(held, { kind: 'column', column: by })
    const filter = where && held.column(where.column)
    this.filter = filter && where && { column: filter, set: atOnce(codeSet(where.demand, filter, filter.codeCount)) }
    const column = held.column(of)
    this.size = column.codeCount
    this.firstMonth = monthOf(this.day, 1)
    this.months = 1 + lastMonth(this.day) - this.firstMonth + 1 + spareMonths
    this.table = new ValueTable(column, 2 * this.months, false)
  }

  /** The values of `by` with rows, by their place; null where only months are kept apart. */
  get ids(): readonly number[] | null {
    return this.values?.ids ?? null
  }

  /** Number of groups so far. */
  get groups(): number {
    return (this.values?.ids.length ?? 1) * this.months
  }

  /** Number of rows that are counted, from the first on. */
  get rowCount(): number {
    return this.counted
  }

  /** Whether codes mean what they did when it was begun, and all months have a place. */
  isValid(held: ColumnsByName): boolean {
    return (
      this.used.every(
        ({ name, column, low }) => held.has(name) && held.column(name) === column && column.low === low,
      ) &&
      this.table.column.codeCount === this.size &&
      (!this.filter || this.filter.column.codeCount === this.filter.set.length) &&
      lastMonth(this.day) - this.firstMonth < this.months - 1
    )
  }

  /** By code of a day: its month's place among those of a value. */
  get monthPlaces(): Int32Array {
    const { day } = this
    if (this.places.length < day.codeCount)
      this.places = Int32Array.from({ length: day.codeCount }, (_, code) =>
        code === 0 ? 0 : 1 + monthOf(day, code) - this.firstMonth,
      )
    return this.places
  }

  /** The month, as `periodIndex`, of a place among those of a value; NaN for rows without a day. */
  monthAt(place: number): number {
    return place === 0 ? Number.NaN : this.firstMonth + place - 1
  }

  /** Counts one block more. */
  countBlock(workspace: Workspace, rowCount: number): void {
    const block = blockAt(this.counted, rowCount)
    const size = block.to - block.from
    const rows = workspace.list()
    rows.set(everyRow.subarray(0, size))
    const { filter } = this
    const count = filter ? atOnce(sift(workspace, block, { kind: 'codes', ...filter }, rows, size)) : size
    const places = this.placesOf(workspace, block, rows, count)
    this.table.add({ workspace, block, rows, count, places, groups: this.groups, weights: null })
    workspace.giveBack(rows)
    this.counted = block.to
  }

  /** Takes a row out, before it changes or goes. */
  leave(row: number): void {
    if (row < this.counted) this.addRow(row, -1)
  }

  /** Adds a row as it is now that it has changed. */
  enter(row: number): void {
    if (row < this.counted) this.addRow(row, 1)
  }

  /** Adds the row behind all others. */
  arrive(row: number): void {
    if (row !== this.counted) return
    this.counted++
    this.addRow(row, 1)
  }

  /** The last rows are gone. */
  shrink(rowCount: number): void {
    this.counted = Math.min(this.counted, rowCount)
  }

  private placesOf(workspace: Workspace, block: Block, rows: Uint16Array, count: number): Int32Array {
    const { places } = workspace
    if (this.values) this.values.placesOf(workspace, block, rows, count)
    else places.fill(0)
    const { months, monthPlaces } = this
    const days = wordsOf(workspace, this.day, block)
    for (let at = 0; at < count; at++) {
      const row = rows[at] ?? 0
      places[row] = (places[row] ?? 0) * months + (monthPlaces[days[row] ?? 0] ?? 0)
    }
    return places
  }

  private addRow(row: number, times: 1 | -1): void {
    if (this.filter && !this.filter.set[this.filter.column.codes?.[row] ?? 0]) return
    const value = this.by && this.values ? this.values.placeOf(this.by.get(row)) : 0
    const month = this.monthPlaces[this.day.codes?.[row] ?? 0] ?? 0
    this.table.addRow(value * this.months + month, row, times, this.groups)
  }
}

function monthOf(day: Column, code: number): number {
  return periodIndex('month', day.valueOf(code))
}

function lastMonth(day: Column): number {
  return monthOf(day, day.codeCount - 1)
}
