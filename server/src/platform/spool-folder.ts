import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'gensvar-import-'

/** Age from which a folder counts as left behind by a killed process, in ms. */
const abandonedAfter = 60 * 60 * 1000

/** Creates a folder for one import's files, and removes those that killed processes left behind in `parent`. */
export async function makeSpoolFolder(parent = tmpdir()): Promise<string> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  for (const name of names) {
    const folder = join(parent, name)
    const found = await stat(folder).catch(() => null)
    // Another user's folder cannot be removed; the import goes on.
    if (found && Date.now() - found.mtimeMs > abandonedAfter)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
  return mkdtemp(join(parent, prefix))
}
