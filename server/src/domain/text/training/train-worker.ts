// The thread that learns from rated comments, so that the server answers meanwhile.
import { parentPort } from 'node:worker_threads'
import { train } from './train.ts'
import type { TrainAnswer, TrainOrder } from './train-order.ts'

parentPort?.once('message', async ({ comments, scale }: TrainOrder) => {
  try {
    answer({ kind: 'learnt', training: await train(comments, { scale, progress }) })
  } catch (error) {
    answer({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

function progress(share: number): void {
  answer({ kind: 'progress', share })
}

function answer(message: TrainAnswer): void {
  parentPort?.postMessage(message)
}
