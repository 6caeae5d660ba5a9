import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { root } from '../scripts/find-node.mjs'

/** How long the server may take to answer, and the demo to be made, in ms. */
const patience = 180_000

/** How long the server may take to end once asked to, in ms. */
const stopPatience = 20_000

/** The running product. */
export interface Product {
  url: string
  dataFolder: string
  /** Settles when the demo's data is there. */
  demoReady: Promise<void>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/** Starts the product as `npm start` does, on a free port and with a data folder of its own. */
export async function startProduct(): Promise<Product> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gensvar-e2e-'))
  const server = spawn(process.execPath, [join('server', 'src', 'main.ts')], {
    cwd: root,
    env: { ...cleanEnvironment(), PORT: '0', HOST: '127.0.0.1', GENSVAR_DATA: dataFolder },
    // Over the channel the server learns that we are gone, even if we are killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  const stop = async (): Promise<void> => {
    const late = setTimeout(() => server.kill('SIGKILL'), stopPatience)
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM')
      await ended
    }
    clearTimeout(late)
    await rm(dataFolder, { recursive: true, force: true })
    await rm(readyMark(dataFolder), { force: true })
  }
  const told = listenTo(server.stdout as Readable)
  const dead = ended.then(([code]) => {
    throw new Error(`The server ended with code ${code} before it was asked to.`)
  })
  dead.catch(() => undefined)
  try {
    const [, url] = await soon(Promise.race([told(/Gensvar is ready: (\S+)\//), dead]), 'The server did not start')
    const ready = soon(Promise.race([told(/demo data is ready/), dead]), 'The demo was not made')
    const demoReady = ready.then(() => writeFile(readyMark(dataFolder), ''))
    demoReady.catch(() => undefined)
    return { url: url ?? '', dataFolder, demoReady, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** File that lies beside the data once the demo is there: other processes look for it. */
export function readyMark(dataFolder: string): string {
  return `${dataFolder}.ready`
}

/** The environment without anything that points at another server or its data. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = (key: string) => key === 'DATABASE_URL' || key === 'DATABASE_URL_FILE' || key.startsWith('GENSVAR_')
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !own(key)))
}

/** Lines of the output: the answer waits for one that matches, past ones included. */
function listenTo(output: Readable): (wanted: RegExp) => Promise<RegExpExecArray> {
  const lines: string[] = []
  const reader = createInterface({ input: output })
  reader.on('line', (line) => lines.push(line))
  return (wanted) =>
    new Promise((resolve) => {
      const look = (line: string): boolean => {
        const found = wanted.exec(line)
        if (found) resolve(found)
        return found !== null
      }
      if (lines.some(look)) return
      reader.on('line', look)
    })
}

async function soon<Value>(promise: Promise<Value>, problem: string): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${problem} within ${patience / 1000} s.`)), patience)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
