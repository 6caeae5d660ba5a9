import { setImmediate as nextTurn } from 'node:timers/promises'
import { quietMoment } from './requests-under-way.ts'

/** How long a loop runs before it yields to other work in this thread, in ms. */
const sliceTime = 8
/** The longest that background work waits after a slice for requests to be answered, in ms: it goes on all the same. */
const longestWait = 24

/** For a long loop: await the returned function in each step, and it yields to other work whenever that is due. */
export function pauses(): () => Promise<void> {
  return yields(nextTurn)
}

/**
 * The same for tasks and imports: requests under way are answered first. Not for the work of a request, which would wait
 * for itself.
 */
export function backgroundPauses(): () => Promise<void> {
  return yields(async () => {
    await nextTurn()
    await quietMoment(longestWait)
  })
}

function yields(rest: () => Promise<unknown>): () => Promise<void> {
  let end = performance.now() + sliceTime
  return async () => {
    if (performance.now() < end) return
    await rest()
    end = performance.now() + sliceTime
  }
}
