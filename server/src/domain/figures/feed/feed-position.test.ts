import { expect, onTestFinished, test } from 'vitest'
import { testStore } from '#server/testing/test-store.ts'
import { createPositionTable, isBefore, readPosition, savePosition } from './feed-position.ts'

test('a store keeps how far it has followed, of which database and under which id', async () => {
  const store = await testStore()
  onTestFinished(() => store.close())
  await store.write(createPositionTable)
  expect(await readPosition(store)).toBeNull()
  const first = { source: 'one', consumer: 'first', position: { xid: 5, changeId: 7 } }
  await store.write((writer) => savePosition(writer, first))
  await store.write(createPositionTable)
  expect(await readPosition(store)).toEqual(first)
  const second = { source: 'one', consumer: 'second', position: { xid: 6, changeId: 8 } }
  await store.write((writer) => savePosition(writer, second))
  expect(await readPosition(store)).toEqual(second)
  const third = { source: 'other', consumer: 'third', position: { xid: 1, changeId: 0 } }
  await store.write((writer) => savePosition(writer, third, 'one'))
  expect(await readPosition(store)).toEqual(third)
})

test('positions are in the order of transactions, then of their changes', () => {
  const at = { xid: 5, changeId: 7 }
  expect(isBefore(at, at)).toBe(false)
  expect([isBefore({ xid: 5, changeId: 6 }, at), isBefore({ xid: 5, changeId: 8 }, at)]).toEqual([true, false])
  expect([isBefore({ xid: 4, changeId: 8 }, at), isBefore({ xid: 6, changeId: 6 }, at)]).toEqual([true, false])
})
