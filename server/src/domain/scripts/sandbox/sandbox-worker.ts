// The thread that scripts run in: one fresh engine for each run, and nothing of the process within its reach.
import { parentPort, workerData } from 'node:worker_threads'
import { SandboxRun } from './sandbox-run.ts'
import type { Wasm } from './sandbox-run.ts'
import type { FromSandbox, ToSandbox } from './sandbox-messages.ts'

const { wasm } = workerData as { wasm: Wasm }
const tell = (message: FromSandbox): void => parentPort?.postMessage(message)
let run: SandboxRun | null = null

parentPort?.on('message', async (message: ToSandbox) => {
  if (message.kind === 'answer') return run?.answer(message)
  run = new SandboxRun(wasm, message, tell)
  const { logged, isBroken } = await run.all()
  run = null
  tell({ kind: 'done', logged, isBroken })
})
tell({ kind: 'ready' })
