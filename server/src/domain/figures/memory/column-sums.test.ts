import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Atom } from '../rows/atoms.ts'
import { ColumnCache } from './column-cache.ts'
import { sumColumns, sumTable } from './column-sums.ts'
import { DuckDb } from '../store/duckdb.ts'
import type { Cell, Column } from '../store/analytics-store.ts'
import type { GroupKey } from '../rows/grouping.ts'
import { HeldColumns } from './held-columns.ts'
import { packAnswer } from '../store/packed-answers.ts'
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
  { column: { name: 'weight', type: 'double' }, value: (row) => 0.2 + ((row * 13) % 29) / 10 },
  { column: { name: 'wait', type: 'double' }, value: (row) => (row % 3 === 0 ? null : (row % 17) / 10 - 0.5) },
  { column: { name: 'qa', type: 'double' }, value: (row) => (row % 6 === 0 ? null : 1 + ((row * 7) % 10)) },
  { column: { name: 'qb', type: 'double' }, value: (row) => (row % 5 === 0 ? null : 1 + ((row * 3) % 10)) },
  { column: { name: 'qc', type: 'double' }, value: (row) => (row % 4 === 1 ? null : (row * 5) % 8) },
  {
    column: { name: 'qa_packed', type: 'int64' },
    value: (row) => (row % 6 === 0 ? null : packAnswer(1 + ((row * 7) % 10))),
  },
]

let store: DuckDb
let held: HeldColumns

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
  const names = new Set(columns.flatMap(({ name }) => (name === 'qa_packed' || name === 'id' ? [] : [name])))
  const loaded = await new ColumnCache(
    store,
    { dataVersion: () => 1, isChanging: () => false },
    (ids, values) => new HeldColumns(ids, values),
  ).columns(surveyId, names)
  if (!loaded) throw new Error('The columns were not loaded')
  held = loaded
})

afterAll(() => store.close())

const number = fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom(0.5, 7.5, 19_010, 19_050, 102, 104))
const column = fc.constantFrom('state', 'day', 'u1_1', 'code', 'wait', 'qa', 'qb', 'qc')
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
      column: fc.constantFrom('state', 'day', 'u1_1', 'code'),
      values: fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(19_007, 103, 70_000)), {
        minLength: 1,
        maxLength: 4,
      }),
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
  fc.record({ kind: fc.constant('sumWhere' as const), column: fc.constant('code'), where: demands.demand }),
  fc.record({ kind: fc.constant('weights' as const), where: demands.demand }),
  fc.constantFrom<Atom>(
    { kind: 'sum', column: 'code' },
    { kind: 'median', column: 'wait' },
    { kind: 'moments', column: 'wait', packed: null },
    { kind: 'moments', column: 'qa', packed: 'qa_packed' },
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
      const fromMemory = sumTable(atOnce(sumColumns(held, request)))
      groups += [...fromSql.keys()].length
      expect(new Set(fromMemory.keys())).toEqual(new Set(fromSql.keys()))
      for (const id of fromSql.keys())
        expect(fromMemory.get(id)).toEqual(fromSql.get(id).map((value) => expect.closeTo(value, 8)))
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
