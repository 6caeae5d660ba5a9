// The thread that computes the drivers of one score, so that the server is not blocked meanwhile.
import { parentPort } from 'node:worker_threads'
import { driversOf } from '#server/domain/statistics/drivers.ts'
import { keyedPairs } from '#server/domain/statistics/keyed-pairs.ts'
import type { DriverAnswer, DriverOrder } from './driver-order.ts'

parentPort?.once('message', ({ columns, keys }: DriverOrder) => {
  try {
    answer(
      keys ? { kind: 'pairs', pairs: keyedPairs(columns, keys) } : { kind: 'drivers', drivers: driversOf(columns) },
    )
  } catch (error) {
    answer({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

function answer(message: DriverAnswer): void {
  parentPort?.postMessage(message)
}
