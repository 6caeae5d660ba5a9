import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../scripts/find-node.mjs'

const run = promisify(execFile)

/** Runs a command against the running server; returns its output. */
export function gensvar(...args: string[]): Promise<string> {
  return gensvarAt(process.env['E2E_DATA'], ...args)
}

/** Runs a command against the server with a data folder; returns its output. */
export async function gensvarAt(dataFolder: string | undefined, ...args: string[]): Promise<string> {
  const env = { ...process.env, GENSVAR_DATA: dataFolder }
  const { stdout } = await run(process.execPath, [join('server', 'src', 'cli', 'main.ts'), ...args], {
    cwd: root,
    env,
    maxBuffer: 1e8,
  })
  return stdout
}
