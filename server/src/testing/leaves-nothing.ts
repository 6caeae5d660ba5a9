import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, vi } from 'vitest'
import { backgroundTurnAt } from '#server/platform/pauses.ts'
import { isQuiet } from '#server/platform/requests-under-way.ts'
import { endOpenTransactions } from './postgres.ts'

/** Background work asks for its next slice within this, and has ended if it asked for none for that long, in ms. */
const [nextSlice, ended] = [50, 1000]

const patience = { timeout: 20_000, interval: 10 }

// What a file leaves going would disturb those after it, which share its process. This runs after the file's own `afterAll`.
afterAll(async () => {
  const hasFakeTimers = vi.isFakeTimers()
  vi.useRealTimers()
  expect(hasFakeTimers, 'the timers are still fake').toBe(false)
  const open = await endOpenTransactions()
  await vi.waitFor(() => expect(isQuiet(), 'no request is left under way').toBe(true), patience)
  await vi.waitFor(async () => {
    const askedAt = backgroundTurnAt()
    if (performance.now() - askedAt > ended) return
    await wait(nextSlice)
    expect(backgroundTurnAt(), 'no background work goes on').toBe(askedAt)
  }, patience)
  expect(open, 'no transaction is left open').toBe(0)
})
