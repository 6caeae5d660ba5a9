import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../scripts/find-node.mjs'
import { startProduct } from './product.ts'

const run = promisify(execFile)

const prefix = 'gensvar-demo-'

/** The part of the name that differs between checkouts, so that one does not remove what another one copies. */
const own = `${prefix}${createHash('sha256').update(root).digest('hex').slice(0, 8)}-`

/** A cached folder is of no use after a day, in ms. */
const usefulFor = 24 * 60 * 60 * 1000

/**
 * A data folder with the demo, to be used by one run and removed. It is a copy of a cached one, which is built once for
 * the same sources and day (the demo's data ends yesterday), in the system's temporary folder, which PostgreSQL's user
 * can read.
 */
export async function copyOfDemo(): Promise<string> {
  const kept = join(tmpdir(), `${own}${hashOfSources()}`)
  if (!existsSync(kept)) await keepDemo(kept)
  const copy = await mkdtemp(join(tmpdir(), 'gensvar-e2e-'))
  // -a keeps owners and modes: as root, PostgreSQL's files belong to another user.
  await run('cp', ['-a', `${kept}/.`, copy])
  return copy
}

async function keepDemo(kept: string): Promise<void> {
  await removeStale()
  const product = await startProduct()
  await product.demoReady
  await product.end()
  await chmod(product.dataFolder, 0o711)
  await rename(product.dataFolder, kept)
}

/** Removes the folders that nobody copies any more: this checkout's, and those of the days before. */
async function removeStale(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const folder = join(tmpdir(), name)
    const made = await stat(folder).catch(() => null)
    const isStale = name.startsWith(own) || (made !== null && Date.now() - made.mtimeMs > usefulFor)
    if (isStale) await rm(folder, { recursive: true, force: true })
  }
}

/** A hash of the sources that build a data folder, and of today's date. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const folder of ['server', 'contract/src'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted())
      if (/\.(ts|sql|yaml|json)$/.test(name) && !/\.test\.ts$|node_modules|^src.testing/.test(name))
        hash.update(name).update(readFileSync(join(root, folder, name)))
  return hash.digest('hex').slice(0, 16)
}
