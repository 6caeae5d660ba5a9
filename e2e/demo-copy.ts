import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../scripts/find-node.mjs'
import { startProduct } from './product.ts'

const run = promisify(execFile)

const prefix = 'gensvar-demo-'

/**
 * A data folder with the demo, to be used by one run and removed. It is a copy of a cached one, which is built once for
 * the same sources and day (the demo's data ends yesterday), in the system's temporary folder, which PostgreSQL's user
 * can read.
 */
export async function copyOfDemo(): Promise<string> {
  const kept = join(tmpdir(), `${prefix}${hashOfSources()}`)
  if (!existsSync(kept)) await keepDemo(kept)
  const copy = await mkdtemp(join(tmpdir(), 'gensvar-e2e-'))
  // -a keeps owners and modes: as root, PostgreSQL's files belong to another user.
  await run('cp', ['-a', `${kept}/.`, copy])
  return copy
}

async function keepDemo(kept: string): Promise<void> {
  for (const name of await readdir(tmpdir()))
    if (name.startsWith(prefix)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  const product = await startProduct()
  await product.demoReady
  await product.end()
  await chmod(product.dataFolder, 0o711)
  await rename(product.dataFolder, kept)
}

/** A hash of the sources that build a data folder, and of today's date. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const folder of ['server', 'contract/src'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted())
      if (/\.(ts|sql|yaml|json)$/.test(name) && !/\.test\.ts$|node_modules/.test(name))
        hash.update(name).update(readFileSync(join(root, folder, name)))
  return hash.digest('hex').slice(0, 16)
}
