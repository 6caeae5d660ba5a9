import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { root } from '../scripts/find-node.mjs'

/** How long the server may take to answer, and the demo to be made, in ms. */
const startTimeout = 180_000

/** How long the server may take to stop, in ms. */
const stopTimeout = 20_000

/** The running product. */
export interface Product {
  url: string
  dataFolder: string
  /** Resolves when the demo's data is there. */
  demoReady: Promise<void>
  /** Stops the server. */
  end(): Promise<void>
  /** Stops the server and removes its data. */
  stop(): Promise<void>
}

interface StartOptions {
  hasDemo?: boolean
  /** More settings, as variables of the environment. */
  settings?: Readonly<Record<string, string>>
}

/**
 * Starts the product as `npm start` does, on a free port and a data folder of its own: an empty one unless given.
 * Without a demo, nobody can sign in before a user is added.
 */
export async function startProduct(
  given?: string,
  { hasDemo = true, settings = {} }: StartOptions = {},
): Promise<Product> {
  const dataFolder = given ?? (await mkdtemp(join(tmpdir(), 'gensvar-e2e-')))
  const server = spawn(process.execPath, [join('server', 'src', 'main.ts')], {
    cwd: root,
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'gensvar-node'),
      ...cleanEnvironment(),
      PORT: '0',
      HOST: '127.0.0.1',
      GENSVAR_DATA: dataFolder,
      ...(!hasDemo && { GENSVAR_DEMO: 'off' }),
      ...settings,
    },
    // When this process ends, even if killed, the IPC channel closes and the server stops.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  const end = async (): Promise<void> => {
    const late = setTimeout(() => server.kill('SIGKILL'), stopTimeout)
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM')
      await ended
    }
    clearTimeout(late)
  }
  const stop = async (): Promise<void> => {
    await end()
    await rm(dataFolder, { recursive: true, force: true })
  }
  const told = listenTo(server.stdout as Readable)
  const dead = ended.then(([code]) => {
    throw new Error(`The server ended with code ${code} before it was asked to.`)
  })
  dead.catch(() => undefined)
  try {
    const [, url] = await soon(Promise.race([told(/Gensvar is ready: (\S+)\//), dead]), 'The server did not start')
    const ready = soon(Promise.race([told(/demo data is ready/), dead]), 'The demo was not made')
    const demoReady = ready.then(() => undefined)
    demoReady.catch(() => undefined)
    return { url: url ?? '', dataFolder, demoReady, end, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The environment without variables that point to another server or its data. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = (key: string) => key === 'DATABASE_URL' || key === 'DATABASE_URL_FILE' || key.startsWith('GENSVAR_')
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !own(key)))
}

/** Returns a function that waits for a line of the output that matches, including past lines. */
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
  const timer = setTimeout(() => reject(new Error(`${problem} within ${startTimeout / 1000} s.`)), startTimeout)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
