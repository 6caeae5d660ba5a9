import { expect, onTestFinished, test } from 'vitest'
import { DuckDb } from '../store/duckdb.ts'
import {
  createPositionTable,
  isBefore,
  readPosition,
  resetPosition,
  saveConsumer,
  savePosition,
} from './feed-position.ts'

test('a store keeps how far it has followed, of which database and under which id', async () => {
  const store = await DuckDb.open({ path: ':memory:' })
  onTestFinished(() => store.close())
  await store.write(createPositionTable)
  expect(await readPosition(store)).toBeNull()
  await store.write((writer) =>
    resetPosition(writer, { source: 'one', consumer: 'first', position: { xid: 5, changeId: 7 } }),
  )
  await store.write(createPositionTable)
  expect(await readPosition(store)).toEqual({ source: 'one', consumer: 'first', position: { xid: 5, changeId: 7 } })
  await store.write((writer) => savePosition(writer, { xid: 6, changeId: 8 }))
  await store.write((writer) => saveConsumer(writer, 'second'))
  expect(await readPosition(store)).toEqual({ source: 'one', consumer: 'second', position: { xid: 6, changeId: 8 } })
  await store.write((writer) =>
    resetPosition(writer, { source: 'other', consumer: 'third', position: { xid: 1, changeId: 0 } }),
  )
  expect(await readPosition(store)).toEqual({ source: 'other', consumer: 'third', position: { xid: 1, changeId: 0 } })
})

test('positions are in the order of transactions, then of their changes', () => {
  const at = { xid: 5, changeId: 7 }
  expect(isBefore(at, at)).toBe(false)
  expect([isBefore({ xid: 5, changeId: 6 }, at), isBefore({ xid: 5, changeId: 8 }, at)]).toEqual([true, false])
  expect([isBefore({ xid: 4, changeId: 8 }, at), isBefore({ xid: 6, changeId: 6 }, at)]).toEqual([true, false])
})
