import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a loop runs before it yields to other work in this thread, in ms. */
const sliceTime = 8

/** For a long loop: await the returned function in each step, and it yields to other work whenever that is due. */
export function pauses(): () => Promise<void> {
  let end = performance.now() + sliceTime
  return async () => {
    if (performance.now() < end) return
    await nextTurn()
    end = performance.now() + sliceTime
  }
}
