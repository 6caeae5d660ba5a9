import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../scripts/find-node.mjs'

const run = promisify(execFile)

/** Runs a command against the running server; returns its output. */
export async function gensvar(...args: string[]): Promise<string> {
  const env = { ...process.env, GENSVAR_DATA: process.env['E2E_DATA'] }
  const { stdout } = await run(process.execPath, [join('server', 'src', 'cli', 'main.ts'), ...args], {
    cwd: root,
    env,
    maxBuffer: 1e8,
  })
  return stdout
}
