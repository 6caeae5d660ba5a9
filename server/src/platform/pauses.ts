import { setImmediate as nextTurn } from 'node:timers/promises'
import { isQuiet, quietMoment } from './requests-under-way.ts'

/** How long a loop runs before it yields to other work in this thread, in ms. */
const sliceTime = 8
/** The same for background work: a request that comes during a slice waits for its end. */
const backgroundSlice = 4
/** How long background work may wait for requests per slice, in ms: it gets a quarter of the time under constant load. */
const waitPerSlice = 12
/** Most waiting that is saved up while no request is under way, in ms: longer than nearly every request takes. */
const mostWait = 240

/** For a long loop: await the returned function in each step, and it yields to other work whenever that is due. */
export function pauses(): () => Promise<void> {
  return yields(sliceTime, nextTurn)
}

/**
 * The same for tasks and imports: requests under way are answered first, and all such loops together have one slice at a
 * time. Not for the work of a request, which would wait for itself.
 */
export function backgroundPauses(): () => Promise<void> {
  return yields(backgroundSlice, () => (lastTurn = lastTurn.then(quietTurn)))
}

/** The last background slice that is asked for; each one waits for the one before. */
let lastTurn = Promise.resolve()
let lastTurnAt = Number.NEGATIVE_INFINITY
let waitLeft = mostWait

/** When background work asked for its last slice, by the clock of `performance`. */
export function backgroundTurnAt(): number {
  return lastTurnAt
}

async function quietTurn(): Promise<void> {
  lastTurnAt = performance.now()
  waitLeft = Math.min(mostWait, waitLeft + waitPerSlice)
  const until = performance.now() + waitLeft
  do {
    await quietMoment(Math.max(0, until - performance.now()))
    // Answers are sent first, and new requests are looked for: that is sure before the second of two turns.
    await nextTurn()
    await nextTurn()
  } while (!isQuiet() && performance.now() < until)
  waitLeft = Math.max(0, until - performance.now())
}

function yields(slice: number, rest: () => Promise<unknown>): () => Promise<void> {
  let end = performance.now() + slice
  return async () => {
    if (performance.now() < end) return
    await rest()
    end = performance.now() + slice
  }
}
