import { afterEach, expect, test } from 'vitest'
import { CountingThreads } from './counting-threads.ts'
import type { ThreadColumns } from './counting-threads.ts'
import type { CountingOrder } from './counting-messages.ts'
import type { SumsRequest } from '../rows/sums.ts'
import { RowDealer } from './shares.ts'
import type { LoadedRows } from './shares.ts'

const rows = 100_000
let lost = 0
let threads = new CountingThreads(() => lost++, 3)

afterEach(async () => {
  await threads.close()
  threads = new CountingThreads(() => lost++, 3)
})

const rowNumbers = (): Float64Array => Float64Array.from({ length: rows }, (_, row) => row)

/** A column of all rows, dealt out to the threads. */
async function dealt(name: string, values: Float64Array): Promise<LoadedRows[]> {
  const dealer = new RowDealer([name], threads.shares, rows)
  await dealer.add([rowNumbers(), values])
  return dealer.dealt
}

/** Holds a survey whose only column is the row's number. */
async function hold(): Promise<ThreadColumns> {
  const place = threads.take(await dealt('a', rowNumbers()))
  return place(null, [])
}

const all = { kind: 'all' as const, of: [] }
const grouping = { parts: [{ key: { kind: 'same' as const, id: 0 }, where: null }], isWhole: true }
const small: SumsRequest = {
  grouping,
  where: all,
  atoms: [
    { kind: 'rows', where: all },
    { kind: 'sum', column: 'a' },
  ],
}
/** Sorts and looks through every row hundreds of times: its demands are on two columns each. */
function largeOf(column: string): SumsRequest {
  const least = (value: number) => ({ kind: 'compare' as const, column, comparison: '>=' as const, value })
  const of = Array.from({ length: 400 }, (_, at) => ({
    kind: 'all' as const,
    of: [least(at), { kind: 'not' as const, of: { kind: 'there' as const, column: 'b' } }],
  }))
  return { ...small, where: { kind: 'any', of } }
}
const never = new AbortController().signal

async function addColumn(held: ThreadColumns, name: string, values: Float64Array): Promise<void> {
  const place = threads.take(await dealt(name, values))
  expect(place(held, [])).toBe(held)
}

test('a count includes the changes sent before it, and never sees rows half changed', async () => {
  const held = await hold()
  const sumOf = async () => (await held.sum(small, 'a', never))?.get(0)
  const counts: Promise<number[] | undefined>[] = []
  // Each change takes one row away, adds one, and changes one: seen in part, the sum would be another.
  let whole = (rows * (rows - 1)) / 2
  const truths = [[rows, whole]]
  for (let change = 1; change <= 20; change++) {
    counts.push(sumOf())
    const [gone, other] = [2 * change, 2 * change + 1]
    held.replace({
      asked: [gone, other, rows + change],
      ids: [rows + change, other],
      columns: new Map([['a', Float64Array.of(5, other - 3)]]),
    })
    whole += 5 - 3 - gone
    truths.push([rows, whole])
    counts.push(sumOf())
    if (change % 5 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const found = await Promise.all(counts)
  found.forEach((sums, at) => {
    // A count may be restarted, or asked for again, when rows change; it is never older than the changes before it.
    if (sums) expect(truths.slice(Math.ceil(at / 2))).toContainEqual(sums)
  })
  expect(found.at(-1)).toEqual([rows, whole])
  expect(held.rowCount).toBe(rows)
})

test('shares that are of different changes are counted again', async () => {
  const held = await hold()
  await addColumn(held, 'b', new Float64Array(rows).fill(Number.NaN))
  const slow = held.sum(largeOf('a'), 'a', never)
  // Changes no row of two of the three threads, and so ends one count that began before it and restarts another.
  for (let id = 0; id < 9; id++) {
    held.replace({
      asked: [id],
      ids: [id],
      columns: new Map([
        ['a', Float64Array.of(id)],
        ['b', Float64Array.of(Number.NaN)],
      ]),
    })
    await held.sum(small, 'b', never)
  }
  const sums = await slow
  if (sums) expect(sums.get(0)).toEqual([rows, (rows * (rows - 1)) / 2])
  expect((await held.sum(small, 'a', never))?.get(0)).toEqual([rows, (rows * (rows - 1)) / 2])
})

test('columns that are added later lie beside the rows they are of; one that is freed gives no counts', async () => {
  const held = await hold()
  held.replace({ asked: [7, 8], ids: [8], columns: new Map([['a', Float64Array.of(-1)]]) })
  await addColumn(held, 'b', rowNumbers())
  const ofSmall: SumsRequest = {
    ...small,
    where: { kind: 'compare', column: 'a', comparison: '<', value: 10 },
    atoms: [
      { kind: 'sum', column: 'b' },
      { kind: 'median', column: 'b' },
    ],
  }
  expect((await held.sum(ofSmall, 'a', never))?.get(0)).toEqual([0 + 1 + 2 + 3 + 4 + 5 + 6 + 8 + 9, 4])
  held.forget(['b'])
  expect(held.names).toEqual(new Set(['a']))
  expect(await held.sum(ofSmall, 'a', never)).toBeNull()
  expect((await held.sum(small, 'a', never))?.get(0)?.[0]).toBe(rows - 1)
})

test('a long count lets short ones of other callers in between, and stops when it is aborted', async () => {
  const held = await hold()
  await addColumn(held, 'b', new Float64Array(rows).fill(Number.NaN))
  const leaver = new AbortController()
  let isDone = false
  const slow = held.sum(largeOf('a'), 'a', leaver.signal).finally(() => (isDone = true))
  expect((await held.sum(small, 'b', never))?.get(0)?.[0]).toBe(rows)
  expect(isDone).toBe(false)
  leaver.abort(new Error('left'))
  await expect(slow).rejects.toThrow('left')
  // The aborted count does not block the same caller's next one.
  expect((await held.sum(small, 'a', never))?.get(0)?.[0]).toBe(rows)
})

test('columns that were dropped, or lost with a thread, give no counts', async () => {
  const held = await hold()
  held.drop()
  expect(await held.sum(small, 'a', never)).toBeNull()
  const other = await hold()
  await addColumn(other, 'b', new Float64Array(rows).fill(Number.NaN))
  const slow = other.sum(largeOf('a'), 'a', never)
  await threads.close()
  expect(await slow).toBeNull()
  expect(await other.sum(small, 'a', never)).toBeNull()
})

test('a thread that dies takes all columns along, once; loaded again they are counted again', async () => {
  const held = await hold()
  await addColumn(held, 'b', new Float64Array(rows).fill(Number.NaN))
  const before = lost
  const slow = held.sum(largeOf('a'), 'a', never)
  // The first thread alone gets a message that it cannot handle.
  const broken = { kind: 'replace', table: 1, rows: {} } as unknown as CountingOrder
  threads.hand([{ ids: new Float64Array(), columns: new Map() }], () => broken)
  expect(await slow).toBeNull()
  expect(lost).toBe(before + 1)
  expect(await held.sum(small, 'a', never)).toBeNull()
  const again = await hold()
  expect((await again.sum(small, 'a', never))?.get(0)).toEqual([rows, (rows * (rows - 1)) / 2])
})
