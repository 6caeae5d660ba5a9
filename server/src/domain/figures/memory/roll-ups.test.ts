import { toDayNumber } from '@gensvar/contract/dates'
import { periodIndex } from '@gensvar/contract/periods'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Atom } from '../rows/atoms.ts'
import type { GroupKey } from '../rows/grouping.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import type { SumsRequest } from '../rows/sums.ts'
import { sumColumns } from './column-sums.ts'
import { sumTable } from './counted-sums.ts'
import { HeldColumns } from './held-columns.ts'
import { PartPlan } from './part-plan.ts'
import { rolledUp } from './rolled-up.ts'
import type { RollUpLimits } from './roll-ups.ts'
import { atOnce } from './steps.ts'
import { blockRows } from './workspace.ts'

/** A row: null is a missing value. */
interface Row {
  day: number | null
  state: number
  unit: number | null
  channel: number
  q1: number | null
  q2: number | null
}

const firstDay = toDayNumber('2025-11-20')
const every: RowDemand = { kind: 'all', of: [] }
const completed: RowDemand = { kind: 'in', column: 'state', values: [0] }

/** Values of each column by row, with the periods of the days, as the store has them. */
function columnsOf(rows: readonly Row[]): Map<string, Float64Array> {
  const of = (value: (row: Row) => number | null): Float64Array =>
    Float64Array.from(rows, (row) => value(row) ?? Number.NaN)
  const period = (kind: 'month' | 'quarter' | 'year') => (row: Row) =>
    row.day === null ? null : periodIndex(kind, row.day)
  return new Map([
    ['day', of(({ day }) => day)],
    ['month', of(period('month'))],
    ['quarter', of(period('quarter'))],
    ['year', of(period('year'))],
    ['state', of(({ state }) => state)],
    ['unit', of(({ unit }) => unit)],
    ['channel', of(({ channel }) => channel)],
    ['q1', of(({ q1 }) => q1)],
    ['q2', of(({ q2 }) => q2)],
  ])
}

const always: Partial<RollUpLimits> = { leastRows: 0, rowsPerCell: 0 }
const never: Partial<RollUpLimits> = { leastRows: Number.POSITIVE_INFINITY }

/** Rows by id, with and without roll-ups. */
class Subject {
  readonly rolled: HeldColumns
  readonly counted: HeldColumns
  nextId: number

  constructor(rows: readonly Row[]) {
    const held = (limits: Partial<RollUpLimits>): HeldColumns =>
      new HeldColumns(
        Float64Array.from(rows, (_, at) => at + 1),
        columnsOf(rows),
        () => true,
        limits,
      )
    this.rolled = held(always)
    this.counted = held(never)
    this.nextId = rows.length + 1
  }

  /** Changes rows, adds some and removes some. */
  change(changed: readonly { id: number; row: Row }[], added: readonly Row[], removed: readonly number[]): void {
    const now = new Map(changed.map(({ id, row }) => [1 + (id % (this.nextId - 1)), row]))
    for (const id of removed) now.delete(1 + (id % (this.nextId - 1)))
    for (const row of added) now.set(this.nextId++, row)
    const gone = removed.map((id) => 1 + (id % (this.nextId - 1))).filter((id) => !now.has(id))
    const asked = [...new Set([...now.keys(), ...gone])]
    const rows = [...now.values()]
    for (const held of [this.rolled, this.counted])
      held.replace({ asked, ids: [...now.keys()], columns: columnsOf(rows) })
  }

  /** Makes all roll-ups that were asked for. */
  makeRollUps(): void {
    while (this.rolled.countMore());
  }

  isRolledUp({ grouping, where, atoms }: SumsRequest): boolean {
    const [part] = grouping.parts
    if (!part) return false
    const plan = atOnce(PartPlan.make(this.rolled, part, atoms))
    return atOnce(rolledUp(this.rolled, where, part, plan)) !== null
  }

  sums(held: HeldColumns, request: SumsRequest): [number, number[]][] {
    const table = sumTable([atOnce(sumColumns(held, request))])
    return Array.from(table.ids.toSorted(), (id) => [id, table.get(id)])
  }

  expectSame(request: SumsRequest): void {
    expect(this.sums(this.rolled, request)).toEqual(this.sums(this.counted, request))
  }
}

const rows: fc.Arbitrary<Row> = fc.record({
  day: fc.option(
    fc.integer({ min: 0, max: 130 }).map((day) => firstDay + day),
    { freq: 12 },
  ),
  state: fc.constantFrom(0, 0, 0, 1, 2),
  unit: fc.option(fc.constantFrom(11, 12, 40, 41, 90), { freq: 9 }),
  channel: fc.integer({ min: 1, max: 3 }),
  q1: fc.option(fc.integer({ min: 0, max: 10 }), { freq: 5 }),
  q2: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 5 }),
})
/** Rows with values that no column has had before: other months, units, states and answers. */
const stranger: fc.Arbitrary<Row> = fc.record({
  day: fc.constantFrom(firstDay - 40, firstDay + 160, firstDay + 900),
  state: fc.constantFrom(0, 3),
  unit: fc.constantFrom(5, 95),
  channel: fc.constantFrom(0, 9),
  q1: fc.constantFrom(-1, 11, 0.5),
  q2: fc.constantFrom(0, 6),
})

const day = fc.oneof(
  fc.integer({ min: -10, max: 140 }).map((offset) => firstDay + offset),
  fc.constantFrom('2025-12-01', '2026-01-01', '2026-02-01', '2026-04-01').map(toDayNumber),
)
const days: fc.Arbitrary<RowDemand> = fc.tuple(day, day).map(([one, other]) => ({
  kind: 'all',
  of: [
    { kind: 'compare', column: 'day', comparison: '>=', value: Math.min(one, other) },
    { kind: 'compare', column: 'day', comparison: '<', value: Math.max(one, other) + 31 },
  ],
}))
const units: fc.Arbitrary<RowDemand> = fc
  .uniqueArray(fc.constantFrom(11, 12, 40, 41, 90, 95, 7), { minLength: 1, maxLength: 3 })
  .map((values) => ({ kind: 'in', column: 'unit', values }))
const key: fc.Arbitrary<GroupKey | null> = fc.constantFrom<GroupKey | null>(
  null,
  { kind: 'same', id: null },
  ...['unit', 'month', 'quarter', 'year', 'channel'].map((column): GroupKey => ({ kind: 'column', column })),
)
const atoms: fc.Arbitrary<Atom[]> = fc.uniqueArray(
  fc.constantFrom<Atom>(
    { kind: 'rows', where: every },
    { kind: 'rows', where: { kind: 'compare', column: 'q1', comparison: '>=', value: 9 } },
    { kind: 'moments', column: 'q1' },
    { kind: 'moments', column: 'q2' },
    { kind: 'median', column: 'q2' },
    { kind: 'index', of: [{ column: 'q2', min: 1, max: 5 }] },
  ),
  { minLength: 1, maxLength: 3 },
)
const requests: fc.Arbitrary<SumsRequest> = fc
  .record({ key, atoms, demands: fc.tuple(fc.constantFrom(completed, every), fc.option(days), fc.option(units)) })
  .map(({ key: by, atoms: of, demands }) => ({
    grouping: { parts: [{ key: by ?? { kind: 'same', id: 0 }, where: null }], isWhole: by === null },
    where: { kind: 'all', of: demands.filter((one) => one !== null) },
    atoms: of,
  }))

test('roll-ups give the numbers that counting gives, and follow rows that change, come and go', () => {
  let rolledUpTimes = 0
  const steps = fc.array(
    fc.record({
      changed: fc.uniqueArray(fc.record({ id: fc.nat(), row: rows }), { maxLength: 4, selector: ({ id }) => id }),
      added: fc.oneof(
        { weight: 5, arbitrary: fc.array(rows, { maxLength: 4 }) },
        { weight: 1, arbitrary: fc.array(stranger, { maxLength: 2 }) },
      ),
      removed: fc.array(fc.nat(), { maxLength: 3 }),
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(
      fc.array(rows, { minLength: 20, maxLength: 120 }),
      fc.array(requests, { minLength: 1, maxLength: 4 }),
      steps,
      (first, asked, changes) => {
        const subject = new Subject(first)
        for (const step of [null, ...changes]) {
          if (step) subject.change(step.changed, step.added, step.removed)
          for (const request of asked) subject.expectSame(request)
          subject.makeRollUps()
          for (const request of asked) {
            rolledUpTimes += Number(subject.isRolledUp(request))
            subject.expectSame(request)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(rolledUpTimes).toBeGreaterThan(500)
})

test('a roll-up that is half made follows changes on both sides', () => {
  const made = Array.from({ length: 3 * blockRows + 500 }, (_, at): Row => ({
    day: firstDay + (at % 100),
    state: at % 7 === 0 ? 2 : 0,
    unit: 10 + (at % 5),
    channel: 1,
    q1: at % 11,
    q2: null,
  }))
  const request: SumsRequest = {
    grouping: { parts: [{ key: { kind: 'column', column: 'unit' }, where: null }], isWhole: false },
    where: completed,
    atoms: [{ kind: 'moments', column: 'q1' }],
  }
  for (let blocks = 0; blocks <= 4; blocks++) {
    const subject = new Subject(made)
    subject.expectSame(request)
    for (let block = 0; block < blocks; block++) expect(subject.rolled.countMore()).toBe(true)
    expect(subject.isRolledUp(request)).toBe(blocks === 4)
    const row = { day: firstDay + 3, state: 0, unit: 10, channel: 1, q1: 10, q2: null }
    const ids = [3, blockRows - 1, blockRows, 2 * blockRows + 7, 3 * blockRows + 450]
    subject.change(
      ids.map((id) => ({ id, row })),
      [row, row],
      [10, blockRows + 3, 3 * blockRows + 499],
    )
    subject.expectSame(request)
    subject.makeRollUps()
    expect(subject.isRolledUp(request)).toBe(true)
    subject.expectSame(request)
  }
})

test('a roll-up that would be no smaller than the rows is not made', () => {
  const made = Array.from({ length: 2 * blockRows }, (_, at): Row => ({
    day: firstDay,
    state: 0,
    unit: at,
    channel: at % 4,
    q1: at % 11,
    q2: at % 3,
  }))
  const held = new HeldColumns(
    Float64Array.from(made, (_, at) => at),
    columnsOf(made),
    () => true,
    { leastRows: 0 },
  )
  const spec = { where: null, of: 'q1' }
  expect(held.rollUps.find({ ...spec, by: 'unit' })).toBeNull()
  expect(held.rollUps.find({ ...spec, by: 'channel' })).toBeNull()
  while (held.countMore());
  expect(held.rollUps.find({ ...spec, by: 'unit' })).toBeNull()
  expect(held.rollUps.find({ ...spec, by: 'channel' })).not.toBeNull()
  expect(held.countMore()).toBe(false)
})

test('roll-ups that are not used any more make room for others, and those in use do not', () => {
  const made = Array.from({ length: 1_000 }, (_, at): Row => ({
    day: firstDay,
    state: 0,
    unit: at % 9,
    channel: at % 4,
    q1: at % 11,
    q2: at % 3,
  }))
  for (const keptFor of [0, 60_000]) {
    const held = new HeldColumns(
      Float64Array.from(made, (_, at) => at),
      columnsOf(made),
      () => true,
      { ...always, maxBytes: 5_000, keptFor },
    )
    const find = (by: string | null): unknown => held.rollUps.find({ where: null, by, of: 'q1' })
    const make = (by: string | null): boolean => {
      find(by)
      while (held.countMore());
      return find(by) !== null
    }
    expect([null, 'channel', 'unit'].map(make)).toEqual([true, true, true])
    expect(make('state')).toBe(keptFor === 0)
    expect(find(null) === null).toBe(keptFor === 0)
  }
})
