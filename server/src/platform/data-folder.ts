import { randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isAlive } from './embedded-postgres/postmaster.ts'
import { canReach, runAsUser } from './embedded-postgres/run-as.ts'
import { AppError } from './errors.ts'

/** Where root keeps PostgreSQL's files when the data folder is closed to the user PostgreSQL runs as. */
const reachableParent = '/var/lib/gensvar'

/** The folder that holds everything the server keeps, locked for this process until `release`. */
export interface DataFolder {
  path: string
  /** Folder for the embedded PostgreSQL. */
  postgres: string
  /** File of the analytics store. */
  analytics: string
  /** Tells other processes how to reach this one. */
  announce(server: LocalServer): Promise<void>
  release(): Promise<void>
}

/** How a command reaches the server that holds the data folder. */
export interface LocalServer {
  url: string
  secret: string
}

/** Who holds a data folder. `started` tells the process from a later one of the same number. */
interface Holder {
  pid: number
  started: string
  server?: LocalServer
}

/**
 * Opens a data folder, making it where it is missing, and locks it. Throws `conflict` naming the process when
 * another one that still lives has it; a lock left behind by a killed process is taken over.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await makeFolder(path)
  const lock = join(path, 'server.lock')
  const holder: Holder = { pid: process.pid, started: await startOf(process.pid) }
  await takeLock(lock, holder)
  try {
    return {
      path,
      postgres: await placePostgres(path),
      analytics: join(path, 'analytics.duckdb'),
      announce: (server) => replaceFile(lock, JSON.stringify({ ...holder, server })),
      release: () => rm(lock, { force: true }),
    }
  } catch (error) {
    await rm(lock, { force: true })
    throw error
  }
}

/** The process that holds a data folder: its number, and how to reach it once it listens. Null when nobody does. */
export async function findHolder(path: string): Promise<{ pid: number; server: LocalServer | null } | null> {
  const holder = await readHolder(join(path, 'server.lock'))
  if (!holder || !(await lives(holder))) return null
  return { pid: holder.pid, server: holder.server ?? null }
}

async function makeFolder(path: string): Promise<void> {
  try {
    const made = await mkdir(path, { recursive: true, mode: 0o700 })
    // Others may pass through root's new folders (its PostgreSQL runs as another user) but neither list nor read them.
    if (made !== undefined && runAsUser())
      for (let folder = path; folder.length >= made.length; folder = dirname(folder)) await chmod(folder, 0o711)
    if (!(await stat(path)).isDirectory()) throw new Error('it is not a folder')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'unavailable',
      `The data folder ${path} cannot be used: ${reason}. Set GENSVAR_DATA to another folder.`,
    )
  }
}

async function takeLock(lock: string, holder: Holder): Promise<void> {
  const fresh = `${lock}.${randomUUID()}`
  await writeFile(fresh, JSON.stringify(holder), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      // A link appears with its content or not at all.
      if (await succeeds(link(fresh, lock))) return
      const other = await readHolder(lock)
      if (other && (await lives(other))) throw heldBy(other, lock)
      await setAside(lock)
    }
  } finally {
    await rm(fresh, { force: true })
  }
  throw new AppError('conflict', `The lock ${lock} cannot be taken. Remove it if no Gensvar runs on this folder.`)
}

/** Removes a stale lock. Of two processes that find it, the slower may move the faster one's new lock: it puts it back. */
async function setAside(lock: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`
  await rename(lock, aside).catch(() => {})
  const moved = await readHolder(aside)
  if (moved && (await lives(moved))) await link(aside, lock).catch(() => {})
  await rm(aside, { force: true })
}

function heldBy(holder: Holder, lock: string): AppError {
  return new AppError(
    'conflict',
    `Process ${holder.pid} already works with the data folder ${dirname(lock)}. ` +
      'Stop it first, or set GENSVAR_DATA to another folder.',
  )
}

async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(lock: string): Promise<Holder | null> {
  const text = await readFile(lock, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return JSON.parse(text) as Holder
  } catch {
    return null
  }
}

async function lives(holder: Holder): Promise<boolean> {
  if (!isAlive(holder.pid)) return false
  const started = await startOf(holder.pid)
  return started === holder.started || started === '' || holder.started === ''
}

/** When a process started, in the system's own counting; empty where the system does not tell. */
async function startOf(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name in brackets may hold spaces; the start is the 20th field after it.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

async function placePostgres(path: string): Promise<string> {
  const beside = join(path, 'postgres')
  const pointer = join(path, 'postgres-folder')
  const elsewhere = (await readFile(pointer, 'utf8').catch(() => '')).trim()
  if (elsewhere) {
    const found = await stat(elsewhere).catch(() => null)
    if (found) return elsewhere
    throw new AppError(
      'unavailable',
      `PostgreSQL's files are missing: ${pointer} says they are in ${elsewhere}. ` +
        'Put them back, or start on an empty data folder and restore a backup.',
    )
  }
  const user = runAsUser()
  // Root's own data folder is made passable; the folders above it are not ours to open.
  if (user && (await canReach(user, path)) && (await stat(path)).uid === 0)
    await chmod(path, ((await stat(path)).mode & 0o777) | 0o011)
  if (await canReach(user, beside)) return beside
  const folder = join(reachableParent, randomUUID())
  await mkdir(folder, { recursive: true })
  // Said once more, as the mask for new files may be narrower.
  for (const made of [reachableParent, folder]) await chmod(made, 0o711)
  await replaceFile(pointer, `${folder}\n`)
  return folder
}

/** Writes a private file whole or not at all. */
async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}`
  await writeFile(fresh, text, { mode: 0o600 })
  await rename(fresh, file)
}
