import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { Pace } from './pace.ts'

const log = createLogger('silent')

/** When the log was read, in ms after the start of the test. */
let reads: number[]
let startedAt: number
let pace: Pace
/** What reading does. */
let read: () => Promise<void> | void
let isBehind: boolean
let isAwaited: boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  startedAt = performance.now()
  reads = []
  read = () => undefined
  isBehind = false
  isAwaited = false
  pace = newPace()
  pace.start()
  return () => {
    pace.stop()
    // Before the real timers: a test that watches `setTimeout` would put the mocked one back after them.
    vi.restoreAllMocks()
    vi.useRealTimers()
  }
})

function newPace(): Pace {
  return new Pace({
    read: async () => {
      reads.push(performance.now() - startedAt)
      await read()
    },
    isBehind: () => isBehind,
    isAwaited: () => isAwaited,
    log,
  })
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Lets time pass; answers when the log was read meanwhile. */
async function readsWithin(ms: number): Promise<number[]> {
  const before = reads.length
  await pass(ms)
  return reads.slice(before)
}

/** Reads the log at 0 ms and applies changes then. */
async function applyAtStart() {
  read = () => pace.applied()
  pace.wake('now')
  expect(await readsWithin(0)).toEqual([0])
  read = () => undefined
}

describe('the pace of a feed', () => {
  test('is a read each second when nothing is written', async () => {
    pace.wake('soon')
    expect(await readsWithin(3500)).toEqual([0, 1000, 2000, 3000])
  })

  test('is none before the start and after the end', async () => {
    pace = newPace()
    pace.wake('now')
    expect(await readsWithin(5000)).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
    pace.start()
    pace.wake('now')
    expect(await readsWithin(500)).toEqual([5000])
    pace.stop()
    expect(vi.getTimerCount()).toBe(0)
    expect(await readsWithin(5000)).toEqual([])
  })

  test('has one timer, which keeps no process alive', async () => {
    const made = vi.spyOn(globalThis, 'setTimeout')
    await applyAtStart()
    for (const wanted of ['soon', 'now', 'now', 'soon'] as const) pace.wake(wanted)
    expect(vi.getTimerCount()).toBe(1)
    expect(made.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).not.toContain(true)
  })

  test('is 200 ms after changes were applied for what is written then', async () => {
    await applyAtStart()
    await pass(50)
    pace.wake('soon')
    await pass(50)
    pace.wake('soon')
    expect(await readsWithin(900)).toEqual([200])
  })

  test('is at once for what is written later', async () => {
    await applyAtStart()
    await pass(300)
    pace.wake('soon')
    expect(await readsWithin(0)).toEqual([300])
  })

  test('is at once for whoever waits, also when a read is due soon', async () => {
    await applyAtStart()
    pace.wake('soon')
    await pass(10)
    pace.wake('now')
    expect(await readsWithin(0)).toEqual([10])
  })

  test('is not put off by what is written after somebody waits', async () => {
    await applyAtStart()
    pace.wake('now')
    pace.wake('soon')
    expect(await readsWithin(0)).toEqual([0])
  })

  test('is not put off by what is written while the next read is due sooner', async () => {
    await applyAtStart()
    isBehind = true
    isAwaited = true
    pace.wake('now')
    await pass(0)
    pace.wake('soon')
    expect(await readsWithin(60)).toEqual([25, 50])
  })

  test('is 25 ms while changes are held back, without somebody who waits not before 200 ms after some were applied', async () => {
    isBehind = true
    isAwaited = true
    await applyAtStart()
    expect(await readsWithin(60)).toEqual([25, 50])
    isAwaited = false
    expect(await readsWithin(200)).toEqual([75, 200, 225, 250])
  })

  test.each([
    { wanted: ['now'], next: 1 },
    { wanted: ['now', 'soon'], next: 1 },
    { wanted: ['soon', 'now'], next: 1 },
    { wanted: ['soon'], next: 150 },
    { wanted: [], next: 1000 },
  ] as const)(
    'is $next ms after a read during which $wanted was wanted, 50 ms after changes',
    async ({ wanted, next }) => {
      await applyAtStart()
      await pass(50)
      read = () => {
        for (const each of wanted) pace.wake(each)
        read = () => undefined
      }
      pace.wake('now')
      expect((await readsWithin(1000)).slice(0, 2)).toEqual([50, 50 + next])
    },
  )

  test('forgets what was wanted once it has read for it', async () => {
    read = () => pace.wake('now')
    pace.wake('now')
    await pass(0)
    read = () => undefined
    reads = []
    await pass(1500)
    expect(reads).toHaveLength(2)
  })

  test('is slower the more often reading fails, for whoever waits too, and tells of it', async () => {
    const [error, info] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'info')]
    read = () => Promise.reject(new Error('broken'))
    pace.wake('now')
    await pass(0)
    pace.wake('now')
    expect(await readsWithin(1500)).toEqual([100, 300, 700, 1500])
    expect([error.mock.calls.length, info.mock.calls.length]).toEqual([3, 0])
    read = () => undefined
    expect(await readsWithin(3000)).toEqual([3100, 4100])
    expect(info.mock.calls).toEqual([[{ failures: 5 }, expect.any(String)]])
  })

  test('says nothing of what fails because it stops', async () => {
    const error = vi.spyOn(log, 'error')
    read = () => {
      pace.stop()
      throw new Error('the connection has ended')
    }
    pace.wake('now')
    expect(await readsWithin(5000)).toEqual([0])
    expect(error).not.toHaveBeenCalled()
  })
})
