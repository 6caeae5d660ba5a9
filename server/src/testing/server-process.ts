import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Compiled code is kept between starts, as `npm start` does: it halves the time until a process does its work. */
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/gensvar-node', import.meta.url))
/** As `npm start` runs the server; see `serverFlags` in `scripts/find-node.mjs`. */
const serverFlags = ['--max-semi-space-size=64']
const serverFile = fileURLToPath(new URL('../main.ts', import.meta.url))
const commandFile = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

/** How a process ended, and all it wrote. */
export interface Ended {
  code: number | null
  output: string
  errors: string
}

/** A server or a command as a process of its own. */
export interface Run {
  child: ChildProcess
  /** Address of the server once it is ready, or '' of a worker; rejects when it ends before that. */
  ready: Promise<string>
  ended: Promise<Ended>
  /** All that it has written so far. */
  logged(): string
}

/**
 * Starts the real server on a data folder, at a free port and without the demo unless `env` says otherwise; of `file`,
 * where that is another program's.
 */
export function runServer(dataFolder: string, env: Record<string, string> = {}, file: string = serverFile): Run {
  return run(file, [], { GENSVAR_DATA: dataFolder, ...env })
}

/** Starts the real server with `--services=worker`, which has no address. */
export function runWorker(databaseUrl: string, dataFolder: string, env: Record<string, string> = {}): Run {
  return run(serverFile, ['--services=worker'], { DATABASE_URL: databaseUrl, GENSVAR_DATA: dataFolder, ...env })
}

/** Starts the real server with `--services=api`, which leaves tasks to others. */
export function runApi(databaseUrl: string, dataFolder: string, env: Record<string, string> = {}): Run {
  return run(serverFile, ['--services=api'], { DATABASE_URL: databaseUrl, GENSVAR_DATA: dataFolder, ...env })
}

/** Runs the command line on a data folder. */
export function runCommandOn(dataFolder: string, args: string[], env: Record<string, string> = {}): Run {
  return run(commandFile, args, { GENSVAR_DATA: dataFolder, ...env })
}

function run(file: string, args: string[], env: Record<string, string>): Run {
  const child = spawn(process.execPath, [...serverFlags, file, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, PORT: '0', GENSVAR_DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output, errors })))
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const told = /is ready: (\S+)|processes tasks/.exec(output)
      if (told) resolve(told[1] ?? '')
    })
    void ended.then(({ errors: said }) => reject(new Error(said)))
  })
  ready.catch(() => {})
  return { child, ready, ended, logged: () => output + errors }
}
