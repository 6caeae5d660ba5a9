import { expect, test } from 'vitest'
import { SliceRunner } from './slice-runner.ts'
import type { SlicedWork } from './slice-runner.ts'
import type { Steps } from './steps.ts'

let job = 0

/** Adds work of so many steps of a millisecond each; resolves to its result. */
function add(runner: SliceRunner, caller: string, steps: number, more: Partial<SlicedWork<string>> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  function* work(): Steps<string> {
    for (let step = 0; step < steps; step++) {
      const end = performance.now() + 1
      while (performance.now() < end);
      yield
    }
    return caller
  }
  const number = ++job
  runner.add(number, { caller, begin: work, epoch: () => 0, done: resolve, failed: reject, ...more })
  return { promise, number }
}

test("a caller's small work ends while another's large one goes on", async () => {
  const runner = new SliceRunner()
  const ended: string[] = []
  const large = [add(runner, 'large', 200), add(runner, 'large', 200)].map(({ promise }) =>
    promise.then(() => ended.push('large')),
  )
  await new Promise((resolve) => setImmediate(resolve))
  const small = add(runner, 'small', 10).promise.then(() => ended.push('small'))
  await Promise.all([...large, small])
  expect(ended).toEqual(['small', 'large', 'large'])
})

test('work is restarted when its data change, and abandoned when they keep changing', async () => {
  const runner = new SliceRunner()
  let epoch = 0
  let starts = 0
  const counted = function* (): Steps<string> {
    starts++
    if (starts < 3) epoch++
    yield* slow()
    return `started ${starts} times`
  }
  expect(await add(runner, 'a', 0, { begin: counted, epoch: () => epoch }).promise).toBe('started 3 times')
  let changing = 0
  expect(await add(runner, 'a', 30, { epoch: () => ++changing }).promise).toBeNull()
})

test('cancelled work is never reported and releases its resources; a failure is reported', async () => {
  const runner = new SliceRunner()
  let freed = 0
  let reported = 0
  const begin = function* (): Steps<string> {
    try {
      yield* slow()
      return 'late'
    } finally {
      freed++
    }
  }
  const { number } = add(runner, 'a', 0, { begin, done: () => reported++ })
  await new Promise((resolve) => setImmediate(resolve))
  runner.cancel(number)
  expect(await add(runner, 'a', 1).promise).toBe('a')
  expect([freed, reported]).toEqual([1, 0])
  const broken = function* (): Steps<string> {
    yield
    throw new Error('broken')
  }
  await expect(add(runner, 'a', 0, { begin: broken }).promise).rejects.toThrow('broken')
  expect(await add(runner, 'a', 1).promise).toBe('a')
})

test('what may be done in idle time waits for all work, a little at a time', async () => {
  const order: string[] = []
  let left = 3
  const { promise: allDone, resolve } = Promise.withResolvers<void>()
  const runner = new SliceRunner(() => {
    if (left === 0) {
      resolve()
      return false
    }
    order.push(`idle ${left--}`)
    return true
  })
  const works = ['a', 'b'].map((caller) => add(runner, caller, 20).promise.then(() => order.push(caller)))
  await Promise.all(works)
  expect(order.toSorted()).toEqual(['a', 'b'])
  await allDone
  expect(order.filter((one) => one.startsWith('idle'))).toEqual(['idle 3', 'idle 2', 'idle 1'])
})

function* slow(): Steps<void> {
  for (let step = 0; step < 20; step++) {
    const end = performance.now() + 1
    while (performance.now() < end);
    yield
  }
}
