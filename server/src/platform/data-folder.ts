import { createHash, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { canReach, runAsUser } from './embedded-postgres/run-as.ts'
import { say } from '@gensvar/contract/say'
import { AppError } from './errors.ts'
import { ownIdentity, presenceOf } from './processes.ts'
import type { Presence, ProcessIdentity } from './processes.ts'

/** Where root keeps PostgreSQL's files when the user PostgreSQL runs as cannot enter the data folder. */
const reachableParent = '/var/lib/gensvar'

/** How often a running process updates the time of its lock file, in ms. */
const beat = 1_000
/** How long the lock of a process we cannot see is watched for an update, in ms, and how often. */
const watchTime = 6_000
const watchPause = 200
/** How long to wait before a lock that another process is replacing is tried again, in ms. */
const replacePause = 20

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

/** Who holds a data folder. */
interface Holder extends ProcessIdentity {
  server?: LocalServer
}

/** A lock as found: its text, and the parsed content if it can be parsed. */
interface Lock {
  text: string
  holder: Holder | null
}

/**
 * Opens a data folder, creating it if it is missing, and locks it. Throws `conflict` naming the process when another
 * running process holds the lock; a stale lock of a killed process is taken over. The lock of a process in another
 * container or machine is watched first: a running process updates its lock file every second.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  await makeFolder(path)
  const lock = join(path, 'server.lock')
  const holder: Holder = await ownIdentity()
  await takeLock(lock, holder)
  const heartbeat = setInterval(() => void refresh(lock), beat).unref()
  const release = (): Promise<void> => {
    clearInterval(heartbeat)
    return rm(lock, { force: true })
  }
  try {
    return {
      path,
      postgres: await placePostgres(path),
      analytics: join(path, 'analytics.duckdb'),
      announce: (server) => replaceFile(lock, JSON.stringify({ ...holder, server })),
      release,
    }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * The process that holds a data folder: its number, and how to reach it once it listens (null for one in another
 * container or on another machine). Null when nobody does.
 */
export async function findHolder(path: string): Promise<{ pid: number; server: LocalServer | null } | null> {
  const file = join(path, 'server.lock')
  const lock = await readLock(file)
  if (!lock?.holder || !(await isHeld(file, lock.holder))) return null
  const { pid, server } = lock.holder
  return { pid, server: (server && (await presenceOf(lock.holder)) === 'running' && server) || null }
}

async function makeFolder(path: string): Promise<void> {
  try {
    const made = await mkdir(path, { recursive: true, mode: 0o700 })
    // Folders root creates may be entered by others (its PostgreSQL runs as another user) but not listed or read.
    if (made !== undefined && runAsUser())
      for (let folder = path; folder.length >= made.length; folder = dirname(folder)) await chmod(folder, 0o711)
    if (!(await stat(path)).isDirectory()) throw new Error('it is not a folder')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'unavailable',
      say`The data folder ${path} cannot be used: ${reason}. Set GENSVAR_DATA to another folder.`,
    )
  }
}

/**
 * Creates a lock file. Throws `conflict` naming the process when another running one holds it; replaces the lock of one
 * that has ended.
 */
async function takeLock(lock: string, holder: Holder): Promise<void> {
  const fresh = `${lock}.${randomUUID()}`
  await writeFile(fresh, JSON.stringify(holder), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 50; attempt++) {
      if (attempt > 0) await wait(replacePause)
      // Creating a hard link is atomic: no other process sees a lock without its content.
      if (await succeeds(link(fresh, lock))) return
      const other = await readLock(lock)
      if (other?.holder && (await isHeld(lock, other.holder))) throw await heldBy(other.holder, lock)
      if (other && (await replaceStale(lock, other, holder))) return
    }
  } finally {
    await rm(fresh, { force: true })
  }
  throw new AppError('conflict', say`The lock ${lock} cannot be taken. Remove it if no Gensvar runs on this folder.`)
}

/**
 * Replaces a stale lock by the holder's; false where another process is doing so, or has. Only who holds the lock of its
 * own that goes with the stale lock's text may replace it, so that nobody replaces the new one.
 */
async function replaceStale(lock: string, stale: Lock, holder: Holder): Promise<boolean> {
  const right = `${lock}.${createHash('sha256').update(stale.text).digest('hex').slice(0, 16)}`
  try {
    await takeLock(right, holder)
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
  try {
    if ((await readLock(lock))?.text !== stale.text) return false
    await replaceFile(lock, JSON.stringify(holder))
    return true
  } finally {
    await rm(right, { force: true })
  }
}

async function heldBy(holder: Holder, lock: string): Promise<AppError> {
  const [pid, folder] = [holder.pid, dirname(lock)]
  return new AppError(
    'conflict',
    (await presenceOf(holder)) === 'unknown'
      ? say`Process ${pid} (in another container or on another machine) already works with the data folder ${folder}. Stop it first, or set GENSVAR_DATA to another folder.`
      : say`Process ${pid} already works with the data folder ${folder}. Stop it first, or set GENSVAR_DATA to another folder.`,
  )
}

/** Whether the process that holds a lock still runs. */
async function isHeld(lock: string, holder: Holder): Promise<boolean> {
  const presence: Presence = await presenceOf(holder)
  return presence === 'unknown' ? isTouched(lock) : presence === 'running'
}

/** Watches whether the holder of a lock still updates it. */
async function isTouched(lock: string): Promise<boolean> {
  const updatedAt = async (): Promise<number | null> => (await stat(lock).catch(() => null))?.mtimeMs ?? null
  const first = await updatedAt()
  const deadline = Date.now() + watchTime
  while (Date.now() < deadline) {
    await wait(watchPause)
    const now = await updatedAt()
    if (now !== first) return now !== null
  }
  return false
}

async function refresh(lock: string): Promise<void> {
  const now = new Date()
  // The health check reports a disk that cannot be written to.
  await utimes(lock, now, now).catch(() => {})
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

async function readLock(file: string): Promise<Lock | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return { text, holder: JSON.parse(text) as Holder }
  } catch {
    return { text, holder: null }
  }
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
      say`PostgreSQL's files are missing: ${pointer} says they are in ${elsewhere}. Put them back, or start on an empty data folder and restore a backup.`,
    )
  }
  const user = runAsUser()
  // Only the data folder itself gets the permission; those of the folders above it are not ours to change.
  if (user && (await canReach(user, path)) && (await stat(path)).uid === 0)
    await chmod(path, ((await stat(path)).mode & 0o777) | 0o011)
  if (await canReach(user, beside)) return beside
  const folder = join(reachableParent, randomUUID())
  await mkdir(folder, { recursive: true })
  // Set explicitly: the umask may have removed permissions.
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
