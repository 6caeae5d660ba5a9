import { expect, test } from 'vitest'
import { SliceRunner } from './slice-runner.ts'
import type { SlicedWork } from './slice-runner.ts'
import type { Steps } from './steps.ts'

let job = 0

/** Adds work of so many steps, each of a millisecond; resolves to what it ends with. */
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

test('work begins again when what it looks at changes, and is given up when that never ends', async () => {
  const runner = new SliceRunner()
  let epoch = 0
  let begins = 0
  const counted = function* (): Steps<string> {
    begins++
    if (begins < 3) epoch++
    yield* slow()
    return `begun ${begins} times`
  }
  expect(await add(runner, 'a', 0, { begin: counted, epoch: () => epoch }).promise).toBe('begun 3 times')
  let restless = 0
  expect(await add(runner, 'a', 30, { epoch: () => ++restless }).promise).toBeNull()
})

test('cancelled work is never told of and lets go of what it borrowed; a failure is told', async () => {
  const runner = new SliceRunner()
  let freed = 0
  let told = 0
  const begin = function* (): Steps<string> {
    try {
      yield* slow()
      return 'late'
    } finally {
      freed++
    }
  }
  const { number } = add(runner, 'a', 0, { begin, done: () => told++ })
  await new Promise((resolve) => setImmediate(resolve))
  runner.cancel(number)
  expect(await add(runner, 'a', 1).promise).toBe('a')
  expect([freed, told]).toEqual([1, 0])
  const broken = function* (): Steps<string> {
    yield
    throw new Error('broken')
  }
  await expect(add(runner, 'a', 0, { begin: broken }).promise).rejects.toThrow('broken')
  expect(await add(runner, 'a', 1).promise).toBe('a')
})

function* slow(): Steps<void> {
  for (let step = 0; step < 20; step++) {
    const end = performance.now() + 1
    while (performance.now() < end);
    yield
  }
}
