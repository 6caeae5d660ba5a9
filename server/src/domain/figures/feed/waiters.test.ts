import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Waiters } from './waiters.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  // Before the real timers: the spies would put the fake ones back after them.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** What `act` answers, and how many of the timers that it made have not been cleared. */
function timed<T>(act: () => T): [T, left: () => number] {
  const [made, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  const answer = act()
  const timers = made.mock.results.map(({ value }) => value as unknown)
  return [answer, () => timers.filter((one) => !cleared.mock.calls.some(([timer]) => timer === one)).length]
}

/** What has been answered so far, without waiting. */
async function answers(waiting: readonly Promise<boolean>[]): Promise<(boolean | null)[]> {
  return Promise.all(waiting.map((one) => Promise.race([one, Promise.resolve(null)])))
}

test('callers wait until a number above their transaction is reached', async () => {
  const waiters = new Waiters()
  const waiting = [5, 6, 7].map((xid) => waiters.wait(xid, 1000))
  waiters.reached(5)
  expect(await answers(waiting)).toEqual([null, null, null])
  waiters.reached(7)
  await vi.advanceTimersByTimeAsync(0)
  expect(await answers(waiting)).toEqual([true, true, null])
  waiters.reached(8)
  expect(await waiting[2]).toBe(true)
})

test('they wait no longer than they said', async () => {
  const waiters = new Waiters()
  const [waiting, left] = timed(() => [waiters.wait(5, 1000), waiters.wait(5, 2000)])
  expect(left()).toBe(2)
  await vi.advanceTimersByTimeAsync(999)
  expect(await answers(waiting)).toEqual([null, null])
  await vi.advanceTimersByTimeAsync(1)
  expect(await answers(waiting)).toEqual([false, null])
  waiters.reached(6)
  expect(await waiting[1]).toBe(true)
  expect(left()).toBe(0)
  expect(waiters.isEmpty).toBe(true)
})

test('nobody waits any more when all is given up', async () => {
  const waiters = new Waiters()
  const [waiting, left] = timed(() => [waiters.wait(5, 1000), waiters.wait(9, 1000)])
  waiters.giveUp()
  expect(await Promise.all(waiting)).toEqual([false, false])
  expect(left()).toBe(0)
  expect(waiters.isEmpty).toBe(true)
})
