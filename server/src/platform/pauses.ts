import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work goes on before others in this thread have their turn, in ms. */
const sliceTime = 8

/** Pauses for a long loop: to be awaited often, they let others have their turn where it is due. */
export function pauses(): () => Promise<void> {
  let end = performance.now() + sliceTime
  return async () => {
    if (performance.now() < end) return
    await nextTurn()
    end = performance.now() + sliceTime
  }
}
