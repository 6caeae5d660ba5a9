import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Atom } from '../rows/atoms.ts'
import { ColumnCache } from './column-cache.ts'
import { sumColumns } from './column-sums.ts'
import { sumTable } from './counted-sums.ts'
import { DuckDb } from '../store/duckdb.ts'
import type { Cell, Column } from '../store/analytics-store.ts'
import type { GroupKey } from '../rows/grouping.ts'
import type { Held, Holder } from './column-cache.ts'
import { HeldColumns } from './held-columns.ts'
import { shareOf } from './shares.ts'
import type { RowDemand } from '../rows/row-demand.ts'
import { atOnce } from './steps.ts'
import { columnsOf, querySums } from '../rows/sums.ts'
import type { SumsRequest } from '../rows/sums.ts'
import { responseTable } from '../store/tables.ts'

const surveyId = 7
const rowCount = 600

/** Columns of every kind a survey's table has, some with missing values. */
const made: { column: Column; value: (row: number) => Cell }[] = [
  { column: { name: 'id', type: 'int64' }, value: (row) => row + 1 },
  { column: { name: 'state', type: 'int8' }, value: (row) => [0, 0, 0, 2, 1][row % 5] ?? 0 },
  { column: { name: 'day', type: 'int32' }, value: (row) => 19_000 + ((row * 7) % 90) },
  { column: { name: 'u1_1', type: 'int32' }, value: (row) => (row % 11 === 0 ? null : 100 + Math.floor(row / 100)) },
  { column: { name: 'code', type: 'int32' }, value: (row) => (row % 4 === 0 ? null : row % 7) },
  // Values at the ends of each width, and one more beyond them.
  { column: { name: 'tiny', type: 'int8' }, value: (row) => [-128, 127, null, 126, -127, 0][row % 6] ?? null },
  { column: { name: 'short', type: 'int32' }, value: (row) => [-32_768, 32_767, null, 0, 32_766][row % 5] ?? null },
  {
    column: { name: 'long', type: 'int32' },
    value: (row) => [-(2 ** 31), 2 ** 31 - 1, null, -1, 0, 2 ** 31 - 2][row % 6] ?? null,
  },
  { column: { name: 'vast', type: 'int64' }, value: (row) => [2 ** 40, -(2 ** 40), null, 2 ** 31, 5][row % 5] ?? null },
  { column: { name: 'none', type: 'int8' }, value: () => null },
  { column: { name: 'weight', type: 'double' }, value: (row) => 0.2 + ((row * 13) % 29) / 10 },
  { column: { name: 'wait', type: 'double' }, value: (row) => (row % 3 === 0 ? null : (row % 17) / 10 - 0.5) },
  { column: { name: 'qa', type: 'int16' }, value: (row) => (row % 6 === 0 ? null : 1 + ((row * 7) % 10)) },
  { column: { name: 'qb', type: 'double' }, value: (row) => (row % 5 === 0 ? null : 1 + ((row * 3) % 10)) },
  { column: { name: 'qc', type: 'double' }, value: (row) => (row % 4 === 1 ? null : (row * 5) % 8) },
]

let store: DuckDb
/** The rows in one place, and dealt out to three. */
let places: HeldColumns[][]

/** Shares of rows in this thread. */
class Shares implements Held {
  readonly names = new Set<string>()
  readonly sizes = new Map<string, number>()
  readonly rowCount = 0
  readonly shares: HeldColumns[]

  constructor(shares: HeldColumns[]) {
    this.shares = shares
  }

  replace(): void {
    throw new Error('No rows change here')
  }

  forget(): void {}

  drop(): void {}
}

function dealtTo(count: number): Holder<Shares> {
  return {
    shares: count,
    take(parts) {
      const shares = parts.map(({ ids, columns }, share) => {
        expect([...ids].every((id) => shareOf(id, count) === share)).toBe(true)
        return new HeldColumns(ids, columns)
      })
      return () => Object.assign(new Shares(shares), { names: new Set(parts[0]?.columns.keys()) })
    },
  }
}

beforeAll(async () => {
  store = await DuckDb.open({ path: ':memory:' })
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  const columns = made.map(({ column }) => column)
  await store.write(async (writer) => {
    const table = responseTable(surveyId)
    await writer.createTable({ table, columns })
    await writer.append(
      { table, columns },
      made.map(({ value }) => rows.map(value)),
    )
  })
  const names = new Set(columns.flatMap(({ name }) => (name === 'id' ? [] : [name])))
  const state = { dataVersion: () => 1, isChanging: () => false }
  places = []
  for (const count of [1, 3]) {
    const loaded = await new ColumnCache(store, state, dealtTo(count)).columns(surveyId, names)
    if (!loaded) throw new Error('The columns were not loaded')
    expect(loaded.shares).toHaveLength(count)
    places.push(loaded.shares)
  }
})

afterAll(() => store.close())

const edges = [-128, -127.5, 126, 127, -32_768, 32_766, 32_767, -(2 ** 31), 2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31, 2 ** 40]
const number = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom(0.5, 7.5, 19_010, 19_050, 102, 104, ...edges))
const wholeColumn = fc.constantFrom('state', 'day', 'u1_1', 'code', 'tiny', 'short', 'long', 'vast', 'none')
const column = fc.oneof(wholeColumn, fc.constantFrom('wait', 'qa', 'qb', 'qc'))
const scales = [
  { column: 'qa', min: 1, max: 10 },
  { column: 'qb', min: 1, max: 10 },
  { column: 'qc', min: 0, max: 7 },
]

const demands = fc.letrec<{ demand: RowDemand }>((tie) => ({
  demand: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('there' as const), column }),
    fc.record({
      kind: fc.constant('in' as const),
      column: wholeColumn,
      values: fc.uniqueArray(
        fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(19_007, 103, 70_000, -128, 127)),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
    }),
    fc.record({
      kind: fc.constant('compare' as const),
      column,
      comparison: fc.constantFrom('=', '<>', '<', '<=', '>', '>='),
      value: number,
    }),
    fc.record({ kind: fc.constant('not' as const), of: tie('demand') }),
    fc.record({ kind: fc.constantFrom('all', 'any'), of: fc.array(tie('demand'), { maxLength: 3 }) }),
  ),
}))

const atom: fc.Arbitrary<Atom> = fc.oneof(
  fc.record({ kind: fc.constant('rows' as const), where: demands.demand }),
  fc.record({
    kind: fc.constant('sumWhere' as const),
    column: fc.constantFrom('code', 'tiny', 'wait'),
    where: demands.demand,
  }),
  fc.record({ kind: fc.constantFrom('sum', 'median'), column }),
  fc.record({ kind: fc.constant('moments' as const), column: fc.constantFrom('code', 'none') }),
  fc.record({ kind: fc.constant('weights' as const), where: demands.demand }),
  fc.constantFrom<Atom>(
    { kind: 'sum', column: 'code' },
    { kind: 'median', column: 'wait' },
    { kind: 'moments', column: 'wait' },
    { kind: 'moments', column: 'qa' },
    { kind: 'index', of: scales },
    { kind: 'index', of: scales.slice(0, 1) },
    { kind: 'indexed', of: scales },
    { kind: 'weightedMoments', column: 'wait' },
    { kind: 'weightedMoments', column: 'qa' },
    { kind: 'weightedIndex', of: scales },
    { kind: 'weightedIndex', of: scales.slice(0, 1) },
  ),
)

const key: fc.Arbitrary<GroupKey> = fc.constantFrom<GroupKey>(
  { kind: 'column', column: 'u1_1' },
  { kind: 'column', column: 'wait' },
  { kind: 'column', column: 'tiny' },
  { kind: 'column', column: 'long' },
  { kind: 'column', column: 'vast' },
  { kind: 'column', column: 'none' },
  { kind: 'column', column: 'day' },
  { kind: 'same', id: 4 },
  { kind: 'same', id: null },
  { kind: 'steps', column: 'day', bounds: [19_010, 19_030, 19_091] },
  {
    ...{ kind: 'moved', column: 'u1_1', leaf: 'code' },
    groups: [
      { id: 104, leaves: [1, 3] },
      { id: 900, leaves: [6, 70_000] },
    ],
  },
)

const grouping: fc.Arbitrary<SumsRequest['grouping']> = fc.oneof(
  fc.constant({ parts: [{ key: { kind: 'same' as const, id: 0 }, where: null }], isWhole: true }),
  fc.record({
    parts: fc.tuple(fc.record({ key, where: fc.option(demands.demand) })),
    isWhole: fc.constant(false),
  }),
  // A multiple choice: a row is in the group of each chosen answer.
  fc.constant({
    parts: [1, 2, 3].map((id) => ({
      key: { kind: 'same' as const, id },
      where: { kind: 'compare' as const, column: 'code', comparison: '>=' as const, value: id },
    })),
    isWhole: false,
  }),
)

test('columns in memory give the same numbers as SQL', async () => {
  const requests = fc.record({ grouping, where: demands.demand, atoms: fc.array(atom, { minLength: 1, maxLength: 4 }) })
  let groups = 0
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      expect(columnsOf(request)).not.toBeNull()
      const fromSql = await querySums(store, surveyId, request, new AbortController().signal)
      groups += fromSql.ids.length
      for (const shares of places) {
        const fromMemory = sumTable(shares.map((held) => atOnce(sumColumns(held, request))))
        expect(new Set(fromMemory.ids)).toEqual(new Set(fromSql.ids))
        for (const id of fromSql.ids)
          expect(fromMemory.get(id)).toEqual(fromSql.get(id).map((value) => expect.closeTo(value, 8)))
      }
    }),
    { numRuns: 400 },
  )
  expect(groups).toBeGreaterThan(400)
})

test('a request that needs another table is left to SQL', () => {
  const listed: RowDemand = { kind: 'listed', ids: { parts: ['select 1'], params: [] } }
  const parts = [{ key: { kind: 'same' as const, id: 0 }, where: null }]
  const whole = { parts, isWhole: true }
  const all: RowDemand = { kind: 'all', of: [] }
  expect(columnsOf({ grouping: whole, where: { kind: 'not', of: listed }, atoms: [] })).toBeNull()
  expect(columnsOf({ grouping: whole, where: all, atoms: [{ kind: 'rows', where: listed }] })).toBeNull()
  expect(columnsOf({ grouping: whole, where: all, atoms: [{ kind: 'sum', column: 'asked' }] })).toEqual(
    new Set(['asked']),
  )
})
