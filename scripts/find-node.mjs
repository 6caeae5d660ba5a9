// The Node that runs Gensvar. On Linux it is one of the dependencies; elsewhere the machine's own is used.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const needed = 24

/**
 * How Node runs the server. An answer makes many small objects that are of no use afterwards: with room for those of several, few
 * of them are copied, which saves half of the processor time of large answers.
 */
export const serverFlags = ['--max-semi-space-size=64']

/** Path of a Node of version 24 or later; exits with an explanation if there is none. */
export function findNode() {
  if (majorOf(process.versions.node) >= needed) return process.execPath
  const bundled = join(root, 'node_modules', '.bin', 'node')
  const asked = spawnSync(bundled, ['--version'], { encoding: 'utf8' })
  if (asked.status === 0 && majorOf(asked.stdout.slice(1)) >= needed) return bundled
  console.error(
    `Gensvar runs on Node ${needed} or later; this is ${process.versions.node}, and none comes with Gensvar for ` +
      `${process.platform} ${process.arch}. Install it from https://nodejs.org and start again.`,
  )
  process.exit(1)
}

/** The environment with the project's own tools and Node first on the path. */
export function toolEnvironment() {
  const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`
  return { ...process.env, PATH: path }
}

function majorOf(version) {
  return Number(version.split('.')[0])
}
