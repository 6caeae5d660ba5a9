import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { FairQueue } from '#server/platform/fair-queue.ts'
import type { Work } from '#server/platform/work.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { usualLimits } from './limits.ts'
import type { Wasm } from './sandbox-run.ts'
import { tooSlow } from './script-fault.ts'
import type { CallOutcome, FromSandbox, LoggedLine, SandboxLimits, ToSandbox } from './sandbox-messages.ts'

/** Runs at a time: each has a thread of its own. */
const threads = 2
const queue = new FairQueue({ slots: threads, perCaller: threads })
/** Threads that wait for a run. */
const idle: Worker[] = []
let compiled: Promise<Wasm> | null = null
/** Of the platform; the project's libraries of types leave it out. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<Wasm> }

/** A script to run, and what it may ask. */
export interface SandboxOrder {
  script: string
  /** Inputs of `main`, as values of JSON. */
  inputs: readonly unknown[]
  now: Date
  limits?: SandboxLimits
  /** Answers a call of the host; an Error's message is what the script is told. */
  host: (name: string, args: unknown[]) => Promise<unknown>
}

/** What became of a run: an outcome for each input up to the one that ended it, and what was logged. */
export interface SandboxResult {
  outcomes: CallOutcome[]
  logged: LoggedLine[]
}

/**
 * Runs a script in a thread: a fresh engine of its own, without access to anything but `host`. Throws the signal's reason
 * when it is aborted. All that goes wrong within the script is an outcome.
 */
export function runInSandbox(order: SandboxOrder, { caller, signal }: Partial<Work> = {}): Promise<SandboxResult> {
  return queue.run(caller ?? systemCaller, () => runInThread(order, signal), signal)
}

async function runInThread(
  { script, inputs, now, limits = usualLimits, host }: SandboxOrder,
  signal: AbortSignal | undefined,
): Promise<SandboxResult> {
  const worker = idle.pop() ?? (await startThread())
  worker.ref()
  const result: SandboxResult = { outcomes: [], logged: [] }
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  // The engine ends a call that takes too long by itself; this is for what it does not notice.
  let timer: NodeJS.Timeout | undefined
  const watch = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      result.outcomes.push({ fault: { message: tooSlow, line: null, column: null } })
      resolve(true)
    }, limits.callMs + 1000)
  }
  const tell = (message: ToSandbox): void => worker.postMessage(message)
  const take = (message: FromSandbox): void => {
    switch (message.kind) {
      case 'ready':
        return
      case 'call':
        void answerOf(host, message).then((answer) => tell({ kind: 'answer', call: message.call, ...answer }))
        return
      case 'outcomes':
        result.outcomes.push(...message.outcomes)
        watch()
        return
      case 'done':
        result.logged.push(...message.logged)
        resolve(message.isBroken)
    }
  }
  const abort = (): void => reject(signal?.reason)
  const fail = (): void => {
    result.outcomes.push({ fault: { message: 'The script needs too much memory', line: null, column: null } })
    resolve(true)
  }
  worker.on('message', take).once('error', fail).once('exit', fail)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  watch()
  let isBroken = true
  try {
    tell({ kind: 'run', script, inputs: inputs.map((one) => JSON.stringify(one)), now: now.getTime(), limits })
    isBroken = await promise
    return result
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    worker.off('message', take).off('error', fail).off('exit', fail)
    if (isBroken) await worker.terminate()
    else {
      // A thread that waits keeps nobody from ending the process.
      worker.unref()
      idle.push(worker)
    }
  }
}

/** Starts a thread and waits until it has loaded, so that what a busy machine takes for that is not the script's time. */
async function startThread(): Promise<Worker> {
  compiled ??= compile()
  const worker = new Worker(new URL('sandbox-worker.ts', import.meta.url), {
    execArgv: [],
    env: {},
    name: 'script',
    workerData: { wasm: await compiled },
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
  // One that fails while it waits is not taken again.
  worker.on('exit', () => {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
  })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  worker.once('message', resolve).once('error', resolve).once('exit', resolve)
  await promise
  worker.off('message', resolve).off('error', resolve).off('exit', resolve)
  return worker
}

async function compile(): Promise<Wasm> {
  return WebAssembly.compile(await readFile(new URL(import.meta.resolve('quickjs-wasi/quickjs.wasm'))))
}

async function answerOf(
  host: SandboxOrder['host'],
  { name, args }: { name: string; args: string },
): Promise<{ json: string } | { refused: string }> {
  try {
    const given: unknown = JSON.parse(args)
    return { json: JSON.stringify((await host(name, Array.isArray(given) ? given : [])) ?? null) }
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}
