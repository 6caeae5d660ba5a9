import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

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

/** Whether a process of that number exists, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Waits until the process is gone; false when it still runs after `timeout` milliseconds. */
export async function waitForEnd(pid: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  while (isAlive(pid) && !(await isZombie(pid))) {
    if (Date.now() > deadline) return false
    await wait(25)
  }
  return true
}

/**
 * Removes a postmaster.pid whose number now belongs to a process that is no PostgreSQL (after a reboot numbers are
 * given anew): PostgreSQL itself would refuse to start for ever.
 */
export async function removeForeignPidFile(cluster: string, pid: number): Promise<void> {
  const name = await processName(pid)
  if (name !== null && name !== 'postgres') await rm(join(cluster, 'postmaster.pid'), { force: true })
}

async function processName(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null)
  return text === null ? null : text.trim()
}

/** A process that ended and that nobody has collected yet still has its number. */
async function isZombie(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text !== null && text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3) === 'Z'
}
