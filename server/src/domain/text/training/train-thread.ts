import { Worker } from 'node:worker_threads'
import type { TrainAnswer, TrainOrder } from './train-order.ts'
import type { Training } from './train.ts'

/** Memory of the thread, in megabytes: the word lists of all languages and what it learns from. */
const maxMemory = 1024

/**
 * As `train`, in a thread that ends with it, so that the server answers meanwhile. Throws the signal's reason when it is
 * aborted.
 */
export async function trainInThread(
  order: TrainOrder,
  signal: AbortSignal,
  progress: (share: number) => void = () => undefined,
): Promise<Training> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('train-worker.ts', import.meta.url), {
    execArgv: [],
    name: 'learning',
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Training>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  worker.on('message', (answer: TrainAnswer) => {
    if (answer.kind === 'progress') progress(answer.share)
    else if (answer.kind === 'learnt') resolve(answer.training)
    else reject(new Error(`Learning from comments failed: ${answer.message}`))
  })
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('Learning from comments ended early')))
  worker.postMessage(order)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
