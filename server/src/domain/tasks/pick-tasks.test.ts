import { expect, test } from 'vitest'
import { pickTasks } from './pick-tasks.ts'
import type { WaitingTask } from './pick-tasks.ts'

const limits = { slots: 4, perTenant: 3, ofType: (type: string) => (type === 'MAIL' ? 2 : 4) }

function task(id: number, more: Partial<Omit<WaitingTask, 'due'>> & { due?: number } = {}): WaitingTask {
  return { id, lane: 1, type: 'TEST', priority: 5, ...more, due: new Date(more.due ?? 0) }
}

test('a smaller priority goes first, then the longest due, then the first created', () => {
  const waiting = [task(1, { due: 9 }), task(2, { due: 8 }), task(3, { due: 8 }), task(4, { priority: 1, due: 9 })]
  expect(pickTasks(waiting, [], limits)).toEqual([4, 2, 3])
})

test('a tenant leaves the last slot to the others, and whoever has the fewest running is next', () => {
  const many = Array.from({ length: 9 }, (_, id) => task(id, { lane: 1 }))
  expect(pickTasks(many, [], limits)).toEqual([0, 1, 2])
  const running = [task(20, { lane: 1 }), task(21, { lane: 1 })]
  expect(pickTasks([...many, task(50, { lane: 2, due: 9 }), task(51, { lane: 3, due: 9 })], running, limits)).toEqual([
    50, 51,
  ])
})

test('a type at its limit waits, and nothing behind it does', () => {
  const waiting = [...Array.from({ length: 5 }, (_, id) => task(id, { type: 'MAIL', priority: 1 })), task(9)]
  expect(pickTasks(waiting, [], limits)).toEqual([0, 1, 9])
  expect(pickTasks(waiting, [task(30, { type: 'MAIL', lane: 2 })], limits)).toEqual([0, 9])
})

test('nothing is picked beyond the slots', () => {
  const running = [1, 2, 3, 4].map((id) => task(id, { lane: id }))
  expect(pickTasks([task(9, { lane: 9 })], running, limits)).toEqual([])
})
