import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { backgroundPauses } from './pauses.ts'
import { underWay } from './requests-under-way.ts'

/** Blocks this thread a little longer than a slice takes. */
function work(): void {
  for (const end = performance.now() + 9; performance.now() < end;);
}

/** Runs a background loop until `isOver`, and calls `onSlice` at the beginning of each slice. */
async function loop(isOver: () => boolean, onSlice: () => void): Promise<void> {
  const pause = backgroundPauses()
  work()
  await pause()
  while (!isOver()) {
    onSlice()
    work()
    await pause()
  }
}

/** A request that is under way until the returned function is called. */
function request(): () => Promise<void> {
  const gate = Promise.withResolvers<void>()
  const running = underWay(() => gate.promise)
  return () => {
    gate.resolve()
    return running
  }
}

test('background work waits for a whole request, also for one that takes long', async () => {
  let isOver = false
  let slices = 0
  const running = loop(
    () => isOver,
    () => slices++,
  )
  await expect.poll(() => slices).toBeGreaterThan(2)
  const answered = request()
  await nextTurn()
  const before = slices
  await wait(120)
  // One slice can be under way already: without waiting there would be some thirty.
  expect(slices).toBeLessThanOrEqual(before + 1)
  await answered()
  await expect.poll(() => slices).toBeGreaterThan(before)
  isOver = true
  await running
})

test('requests without end do not stop background work', async () => {
  let slices = 0
  const answered = request()
  await loop(
    () => slices === 5,
    () => slices++,
  )
  expect(slices).toBe(5)
  await answered()
})

test('of several background loops one runs at a time, and input is looked for between them', async () => {
  const order: string[] = []
  let isOver = false
  const watch = setInterval(() => order.push('input'), 1)
  const loops = ['a', 'b', 'c'].map((name) =>
    loop(
      () => isOver,
      () => order.push(name),
    ),
  )
  await expect.poll(() => order.filter((one) => one !== 'input').length).toBeGreaterThan(12)
  isOver = true
  await Promise.all(loops)
  clearInterval(watch)
  const together = order.filter((one, at) => one !== 'input' && at > 0 && order[at - 1] !== 'input')
  expect(together).toEqual([])
  expect(new Set(order)).toEqual(new Set(['a', 'b', 'c', 'input']))
})
