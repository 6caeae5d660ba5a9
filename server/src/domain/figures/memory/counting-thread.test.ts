import { afterEach, expect, test } from 'vitest'
import { CountingThread } from './counting-thread.ts'
import type { SumsRequest } from '../rows/sums.ts'

const rows = 400_000
let lost = 0
let thread = new CountingThread(() => lost++)

afterEach(async () => {
  await thread.close()
  thread = new CountingThread(() => lost++)
})

/** Holds a survey whose only column is the row's number. */
function hold() {
  const numbers = () => Float64Array.from({ length: rows }, (_, row) => row)
  return thread.hold(numbers(), new Map([['a', numbers()]]))
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
/** Reads every row a thousand times. */
const large: SumsRequest = {
  ...small,
  where: {
    kind: 'any',
    of: Array.from({ length: 4000 }, (_, at) => ({
      kind: 'compare' as const,
      column: 'a',
      comparison: '>=' as const,
      value: at / 10_000,
    })),
  },
}
const never = new AbortController().signal

test('a count includes the changes sent before it, and never sees rows half changed', async () => {
  const held = hold()
  const sumOf = async () => (await held.sum(small, 'a', never))?.get(0)
  const [before, , after] = [
    sumOf(),
    held.replace({ asked: [1, rows], ids: [rows], columns: new Map([['a', Float64Array.of(5)]]) }),
    sumOf(),
  ]
  const whole = (rows * (rows - 1)) / 2
  // Row 1 is deleted, a new one has the value 5.
  expect(await after).toEqual([rows, whole - 1 + 5])
  // The first count may be restarted when the rows change.
  expect([
    [rows, whole],
    [rows, whole - 1 + 5],
  ]).toContainEqual(await before)
  expect(held.rowCount).toBe(rows)
  expect(held.replace({ asked: [2], ids: [], columns: new Map() })).toBe(false)
})

test('a long count lets short ones of other callers in between, and stops when it is aborted', async () => {
  const held = hold()
  const leaver = new AbortController()
  let isDone = false
  const slow = held.sum(large, 'a', leaver.signal).finally(() => (isDone = true))
  expect((await held.sum(small, 'b', never))?.get(0)?.[0]).toBe(rows)
  expect(isDone).toBe(false)
  leaver.abort(new Error('left'))
  await expect(slow).rejects.toThrow('left')
  // The aborted count does not block the same caller's next one.
  expect((await held.sum(small, 'a', never))?.get(0)?.[0]).toBe(rows)
})

test('columns that were dropped, or lost with their thread, give no counts', async () => {
  const held = hold()
  held.drop()
  expect(await held.sum(small, 'a', never)).toBeNull()
  const other = hold()
  const slow = other.sum(large, 'a', never)
  await thread.close()
  expect(await slow).toBeNull()
  expect(await other.sum(small, 'a', never)).toBeNull()
})
