import { expect, onTestFinished, test } from 'vitest'
import { backgroundPauses } from './pauses.ts'
import { underWay } from './requests-under-way.ts'

/** Blocks this thread a little longer than a slice takes. */
function work(): void {
  for (const end = performance.now() + 9; performance.now() < end;);
}

/** Runs a background loop until `isOver`, or the test is, and calls `onSlice` at the beginning of each slice. */
function loop(isOver: () => boolean, onSlice: () => void): Promise<void> {
  let isTestOver = false
  const running = run(
    () => isTestOver || isOver(),
    () => !isTestOver && onSlice(),
  )
  onTestFinished(() => {
    isTestOver = true
    return running
  })
  return running
}

async function run(isOver: () => boolean, onSlice: () => void): Promise<void> {
  const pause = backgroundPauses()
  work()
  await pause()
  while (!isOver()) {
    onSlice()
    work()
    await pause()
  }
}

/** A request that is under way until the returned function is called, or the test is over. */
function request(): () => Promise<void> {
  const gate = Promise.withResolvers<void>()
  const running = underWay(() => gate.promise)
  const answered = () => {
    gate.resolve()
    return running
  }
  onTestFinished(answered)
  return answered
}

test('background work waits for a whole request, also for one that takes long', async () => {
  let slices = 0
  const begun: number[] = []
  void loop(
    () => false,
    () => (slices = begun.push(performance.now())),
  )
  // By then it may wait as long as it ever does.
  await expect.poll(() => slices).toBeGreaterThan(25)
  const answered = request()
  const [askedAt, before] = [performance.now(), slices]
  // One slice can be under way already. The next is there when the request has taken longer than nearly every one does.
  await expect.poll(() => slices, { interval: 1 }).toBeGreaterThan(before + 1)
  expect((begun[before + 1] ?? 0) - askedAt).toBeGreaterThan(100)
  await answered()
  const after = slices
  await expect.poll(() => slices).toBeGreaterThan(after + 2)
})

test('requests without end do not stop background work', async () => {
  let slices = 0
  request()
  await loop(
    () => slices === 5,
    () => slices++,
  )
  expect(slices).toBe(5)
})

test('of several background loops one runs at a time, and input is looked for between them', async () => {
  const order: string[] = []
  let isOver = false
  const watch = setInterval(() => order.push('input'), 1)
  onTestFinished(() => clearInterval(watch))
  const loops = ['a', 'b', 'c'].map((name) =>
    loop(
      () => isOver,
      () => order.push(name),
    ),
  )
  await expect.poll(() => order.filter((one) => one !== 'input').length).toBeGreaterThan(12)
  isOver = true
  await Promise.all(loops)
  const together = order.filter((one, at) => one !== 'input' && at > 0 && order[at - 1] !== 'input')
  expect(together).toEqual([])
  expect(new Set(order)).toEqual(new Set(['a', 'b', 'c', 'input']))
})
