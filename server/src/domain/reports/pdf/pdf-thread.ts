import { Worker } from 'node:worker_threads'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { FairQueue, systemCaller } from '#server/platform/fair-queue.ts'
import type { PdfAnswer, PdfOrder } from './pdf-order.ts'

/** Layouts at a time: each takes a processor and some hundred megabytes. */
const queue = new FairQueue({ slots: 2, perCaller: 2 })
/** Longest time of a layout, in ms; the largest one takes a fraction of it. */
const layoutTimeout = 120_000
/** Memory of a layout, in megabytes. */
const maxMemory = 1024

/**
 * Lays out a report in a thread that ends with it, so that the server answers meanwhile and gets the memory back. Throws
 * the signal's reason when it is aborted, `unavailable` when it takes too long.
 */
export function layOut(order: PdfOrder, signal?: AbortSignal): Promise<Buffer> {
  return queue.run(systemCaller, () => layOutInThread(order, signal), signal)
}

async function layOutInThread(order: PdfOrder, signal: AbortSignal | undefined): Promise<Buffer> {
  const worker = new Worker(new URL('pdf-worker.ts', import.meta.url), {
    execArgv: [],
    name: 'pdf',
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const timer = setTimeout(
    () => reject(new AppError('unavailable', say`The PDF takes too long to write.`)),
    layoutTimeout,
  )
  const abort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  worker.once('message', (answer: PdfAnswer) => {
    if (answer.kind === 'pdf') resolve(Buffer.from(answer.bytes.buffer))
    else reject(new Error(`The layout of a PDF failed: ${answer.message}`))
  })
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('The layout of a PDF ended early')))
  worker.postMessage(order)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}
