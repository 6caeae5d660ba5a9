import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hasNumber, isRunning } from '../processes.ts'
import type { Presence } from '../processes.ts'

/** What a running PostgreSQL writes about itself into its data folder. */
export interface Postmaster {
  pid: number
  port: number
}

/** Reads postmaster.pid of a data folder; null where there is none or it is not finished yet. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : null
}

/**
 * Whether a process is the PostgreSQL of a data folder. After a reboot and in a new container its number may belong to
 * anything. `unknown` where the system hides the process's folder and arguments.
 */
export async function postmasterPresence(pid: number, cluster: string): Promise<Presence> {
  if (!(await isRunning(pid))) return 'gone'
  return process.platform === 'linux' ? presenceByProc(pid, cluster) : presenceByPs(pid, cluster)
}

/** Waits until the process is gone; false when it still runs after `timeout` milliseconds. */
export async function waitForEnd(pid: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  while (await isRunning(pid)) {
    if (Date.now() > deadline) return false
    await wait(25)
  }
  return true
}

/**
 * Removes a stale postmaster.pid whose process number now belongs to another program or a zombie: PostgreSQL would
 * refuse to start. Where the number is unused, PostgreSQL removes the file itself.
 */
export async function removeStalePidFile(cluster: string, pid: number): Promise<void> {
  if (hasNumber(pid)) await rm(join(cluster, 'postmaster.pid'), { force: true })
}

/** PostgreSQL works in its data folder. */
async function presenceByProc(pid: number, cluster: string): Promise<Presence> {
  const [own, theirs] = await Promise.all([stat(cluster), stat(`/proc/${pid}/cwd`).catch(() => null)])
  if (theirs) return own.dev === theirs.dev && own.ino === theirs.ino ? 'running' : 'gone'
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null)
  return name === null || name.trim() === 'postgres' ? 'unknown' : 'gone'
}

/** Its arguments name the folder, but by the name it had when it was started. */
async function presenceByPs(pid: number, cluster: string): Promise<Presence> {
  const answer = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => null)
  if (!answer) return 'unknown'
  if (answer.stdout.includes(cluster)) return 'running'
  return answer.stdout.includes('postgres') ? 'unknown' : 'gone'
}
