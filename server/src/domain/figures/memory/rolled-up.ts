import type { RowDemand } from '../rows/row-demand.ts'
import type { SumsRequest } from '../rows/sums.ts'
import { codeSet, onlyColumn } from './code-sets.ts'
import type { HeldColumns } from './held-columns.ts'
import type { PartPlan } from './part-plan.ts'
import { dayColumn } from './roll-up.ts'
import type { RollUp } from './roll-up.ts'
import { makeSieve } from './sieve.ts'
import type { Sieve } from './sieve.ts'
import type { Steps } from './steps.ts'
import type { ValueTable } from './value-table.ts'

/** The column that says which responses are completed: the only one that roll-ups are limited by. */
const stateColumn = 'state'

/** Periods that consist of whole months, by their column: which one a month (as `periodIndex`) is in. */
const periodsOfMonths: ReadonlyMap<string, (month: number) => number> = new Map([
  ['month', (month) => month],
  ['quarter', (month) => Math.floor(month / 3)],
  ['year', (month) => Math.floor(month / 12)],
])

type Part = SumsRequest['grouping']['parts'][number]

/** A request that roll-ups answer. */
export interface RolledUp {
  /** Which rows are left to count one by one: those of months of which not all days are asked for; null for none. */
  readonly rest: Sieve | null
  /** Adds all others to the part's tables. */
  addTo(part: PartPlan): Steps<void>
}

/**
 * Roll-ups for a request of one part, if they can answer it and are there; else null, and those that are missing are made for
 * later requests. All that is asked of the rows has to be about days, the state, and one column more, which may also be what
 * they are grouped by. Throws `MissingColumn`.
 */
export function* rolledUp(held: HeldColumns, where: RowDemand, { key }: Part, plan: PartPlan): Steps<RolledUp | null> {
  const tables = plan.onlyTables
  const demands = demandsByColumn(where)
  if (!tables || !demands || !held.has(dayColumn) || (key.kind !== 'same' && key.kind !== 'column')) return null
  const periodOf = key.kind === 'column' ? (periodsOfMonths.get(key.column) ?? null) : null
  const own = key.kind === 'column' && !periodOf ? [key.column] : []
  const others = [...demands.keys()].filter((name) => name !== dayColumn && name !== stateColumn)
  const [by = null, ...more] = [...new Set([...own, ...others])]
  if (more.length > 0 || by === dayColumn || by === stateColumn) return null
  const days = held.column(dayColumn)
  if (days.tableSize === null) return null
  const state = demands.get(stateColumn)
  const found = new Map<ValueTable, RollUp>()
  for (const [of, table] of tables) {
    const one = held.rollUps.find({ where: state ? { column: stateColumn, demand: state } : null, by, of })
    if (one) found.set(table, one)
  }
  const [first] = found.values()
  if (!first || found.size < tables.size) return null
  const asked = demands.get(dayColumn)
  const months = wholeMonths(asked ? yield* codeSet(asked, days, days.codeCount) : null, first)
  if (months.places.length === 0) return null
  const column = by === null ? null : held.column(by)
  const ofColumn = by === null ? undefined : demands.get(by)
  const passing = column && ofColumn ? yield* codeSet(ofColumn, column, column.codeCount) : null
  const rest: Sieve | null = months.edges && {
    kind: 'all',
    of: [
      { kind: 'codes', column: days, set: months.edges },
      yield* makeSieve(held, {
        kind: 'all',
        of: [...demands].flatMap(([name, one]) => (name === dayColumn ? [] : one)),
      }),
    ],
  }
  return {
    rest,
    *addTo(part) {
      for (const [table, rollUp] of found) {
        const isAsked = (id: number): boolean => !passing || !column || Boolean(passing[column.codeOf(id)])
        yield* addMonths(part, table, rollUp, { places: months.places, isAsked, periodOf, isByValue: own.length > 0 })
      }
    },
  }
}

/** What is demanded of each column; null where a demand is on several columns or another table. */
function demandsByColumn(where: RowDemand): Map<string, RowDemand> | null {
  const demands = new Map<string, RowDemand>()
  for (const one of partsOf(where)) {
    const column = onlyColumn(one)
    if (typeof column !== 'string') return null
    const known = demands.get(column)
    demands.set(column, known ? { kind: 'all', of: [known, one] } : one)
  }
  return demands
}

function partsOf(demand: RowDemand): readonly RowDemand[] {
  return demand.kind === 'all' ? demand.of.flatMap(partsOf) : [demand]
}

/**
 * Places of the months of which all days pass, and by code the days that pass besides; null for none. `days` tells by code which
 * pass, null that all do.
 */
function wholeMonths(
  days: Uint8Array | null,
  { monthPlaces, months }: RollUp,
): { places: number[]; edges: Uint8Array | null } {
  const places = Array.from({ length: months }, (_, place) => place)
  if (!days) return { places, edges: null }
  const passing = new Int32Array(months)
  const all = new Int32Array(months)
  for (const [code, place] of monthPlaces.entries()) {
    passing[place] = (passing[place] ?? 0) + (days[code] ?? 0)
    all[place] = (all[place] ?? 0) + 1
  }
  const isWhole = (place: number): boolean => passing[place] === all[place]
  const edges = days.map((passes, code) => passes & Number(!isWhole(monthPlaces[code] ?? 0)))
  return { places: places.filter((place) => all[place] && isWhole(place)), edges: edges.includes(1) ? edges : null }
}

interface Wanted {
  /** Places of the months to add. */
  places: readonly number[]
  isAsked(id: number): boolean
  periodOf: ((month: number) => number) | null
  /** Whether each value is a group of its own. */
  isByValue: boolean
}

function* addMonths(part: PartPlan, table: ValueTable, rollUp: RollUp, wanted: Wanted): Steps<void> {
  const { places, isAsked, periodOf, isByValue } = wanted
  const { counts, size } = rollUp.table
  const runs = runsOf(places, periodOf === null)
  for (const [value, id] of (rollUp.ids ?? [Number.NaN]).entries()) {
    if (!isAsked(id)) continue
    for (const { first, length } of runs) {
      const from = (value * rollUp.months + first) * size
      const to = from + length * size
      if (!hasRows(counts, from, to)) continue
      const group = periodOf ? periodOf(rollUp.monthAt(first)) : isByValue ? id : 0
      part.addCounts(table, counts, from, to, part.placeOf(group))
    }
    yield
  }
}

/** Places that follow each other, put together where that is wanted. */
function runsOf(places: readonly number[], isTogether: boolean): { first: number; length: number }[] {
  const runs: { first: number; length: number }[] = []
  for (const place of places) {
    const last = runs.at(-1)
    if (isTogether && last && last.first + last.length === place) last.length++
    else runs.push({ first: place, length: 1 })
  }
  return runs
}

function hasRows(counts: Int32Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (counts[at]) return true
  return false
}
