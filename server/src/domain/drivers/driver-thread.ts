import { Worker } from 'node:worker_threads'
import { say } from '@gensvar/contract/say'
import type { Drivers } from '#server/domain/statistics/drivers.ts'
import type { KeyedPairs } from '#server/domain/statistics/keyed-pairs.ts'
import { AppError } from '#server/platform/errors.ts'
import { FairQueue } from '#server/platform/fair-queue.ts'
import type { DriverAnswer, DriverOrder } from './driver-order.ts'

/** Computations at a time: each takes a processor. */
const queue = new FairQueue({ slots: 1, perCaller: 1 })
/** Longest time of one, in ms; 200,000 answers to 15 questions take a second. */
const longest = 60_000

/**
 * Computes drivers in a thread that ends with it; callers take turns. The arrays cannot be used afterwards. Throws the
 * signal's reason when it is aborted, `unavailable` when it takes too long.
 */
export async function driversInThread(
  columns: readonly Float64Array[],
  caller: string,
  signal: AbortSignal,
): Promise<Drivers> {
  const answer = await queue.run(caller, () => computeInThread({ columns, keys: null }, signal), signal)
  if (answer.kind !== 'drivers') throw new Error('The thread answered something else')
  return answer.drivers
}

/** The same for how columns vary together, with the sums of the respondents' keys. */
export async function pairsInThread(
  columns: readonly Float64Array[],
  keys: Float64Array,
  caller: string,
  signal: AbortSignal,
): Promise<KeyedPairs> {
  const answer = await queue.run(caller, () => computeInThread({ columns, keys }, signal), signal)
  if (answer.kind !== 'pairs') throw new Error('The thread answered something else')
  return answer.pairs
}

async function computeInThread(order: DriverOrder, signal: AbortSignal): Promise<DriverAnswer> {
  const worker = new Worker(new URL('driver-worker.ts', import.meta.url), { execArgv: [], name: 'drivers' })
  const { promise, resolve, reject } = Promise.withResolvers<DriverAnswer>()
  const timer = setTimeout(
    () => reject(new AppError('unavailable', say`The drivers take too long to compute.`)),
    longest,
  )
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  worker.once('message', (answer: DriverAnswer) => {
    if (answer.kind !== 'failed') resolve(answer)
    else reject(new Error(`Drivers could not be computed: ${answer.message}`))
  })
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The computation of drivers ended early')))
  worker.postMessage(
    order,
    [...order.columns, ...(order.keys ? [order.keys] : [])].map(({ buffer }) => buffer as ArrayBuffer),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
