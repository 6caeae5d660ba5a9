import { Worker } from 'node:worker_threads'
import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { FairQueue, systemCaller } from '#server/platform/fair-queue.ts'
import type { MjmlAnswer, MjmlOrder } from './mjml-order.ts'

/** Mails compiled at a time: each takes some milliseconds of a processor. */
const queue = new FairQueue({ slots: 1, perCaller: 1 })
/** Longest time of one, in ms; the first one also loads the compiler. */
const longest = 15_000
/** How long the thread waits for a next mail, in ms. */
const idleTime = 20_000
/**
 * Memory of the thread, in megabytes: what it keeps, and what it may have made before it is looked through. Left to itself it
 * takes 20 more of the latter and is no faster.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

let thread: Worker | null = null
let idle: NodeJS.Timeout | undefined
let lastId = 0

/** HTML of MJML, and what the compiler says of it. */
export interface CompiledMjml {
  html: string
  errors: readonly { line: number; message: string }[]
}

/** Turns MJML into HTML in a thread. Throws `unavailable` where it takes too long. */
export function compileMjml(mjml: string): Promise<CompiledMjml> {
  return queue.run(systemCaller, () => compileInThread(mjml))
}

async function compileInThread(mjml: string): Promise<CompiledMjml> {
  clearTimeout(idle)
  thread ??= startThread()
  const worker = thread
  const order: MjmlOrder = { id: ++lastId, mjml }
  const { promise, resolve, reject } = Promise.withResolvers<CompiledMjml>()
  const timer = setTimeout(() => reject(new AppError('unavailable', say`The mail takes too long to compile.`)), longest)
  const ended = (): void => reject(new Error('The thread that compiles mails has ended'))
  const answered = (answer: MjmlAnswer): void => {
    if (answer.id !== order.id) return
    if (answer.kind === 'html') resolve(answer)
    else reject(new Error(`A mail could not be compiled: ${answer.message}`))
  }
  worker.on('message', answered).once('error', reject).once('exit', ended)
  worker.postMessage(order)
  try {
    return await promise
  } catch (error) {
    thread = null
    await worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
    worker.off('message', answered).off('error', reject).off('exit', ended)
    idle = setTimeout(endThread, idleTime).unref()
  }
}

function startThread(): Worker {
  const worker = new Worker(new URL('mjml-worker.ts', import.meta.url), {
    execArgv: [],
    name: 'mjml',
    resourceLimits,
  })
  worker.unref()
  worker.once('exit', () => {
    if (thread === worker) thread = null
  })
  return worker
}

function endThread(): void {
  const worker = thread
  thread = null
  void worker?.terminate()
}
