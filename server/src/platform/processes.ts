import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Identifies one process among all that ever had its number. A part the system does not report is empty. */
export interface ProcessIdentity {
  pid: number
  /** When it started, in the system's own unit. */
  started: string
  /** The boot of the machine it runs under. */
  boot?: string
  /** The process number space (container) it runs in: the same number means another process elsewhere. */
  space?: string
}

/** `unknown`: it belongs to another container or machine, where we cannot see it. */
export type Presence = 'running' | 'gone' | 'unknown'

/** What the system reports about a process number. */
interface Described {
  /** It ended and waits for its parent to collect it. */
  isZombie: boolean
  started: string
}

/** The identity of this process. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  const { pid } = process
  const described = await describeProcess(pid)
  return { pid, started: described?.started ?? '', ...(await ownPlace()) }
}

/** Whether the process of an identity still runs. A zombie, or a later process with its number, does not count. */
export async function presenceOf(identity: ProcessIdentity): Promise<Presence> {
  const here = await ownPlace()
  if (differ(identity.boot, here.boot) || differ(identity.space, here.space)) return 'unknown'
  if (!hasNumber(identity.pid)) return 'gone'
  const found = await describeProcess(identity.pid)
  // It belongs to another user, and the system hides those.
  if (!found) return 'unknown'
  return found.isZombie || differ(found.started, identity.started) ? 'gone' : 'running'
}

/** Whether a process of that number runs, ours or not. A zombie has ended and does not count. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!hasNumber(pid)) return false
  return !(await describeProcess(pid))?.isZombie
}

/** Whether any process has the number, a zombie included. */
export function hasNumber(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return Boolean(one) && Boolean(other) && one !== other
}

async function ownPlace(): Promise<{ boot: string; space: string }> {
  const [boot, space] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ])
  return { boot: boot.trim(), space }
}

/** What the system reports about a process; null if there is none or it is hidden from us. */
export async function describeProcess(pid: number): Promise<Described | null> {
  return process.platform === 'linux' ? describeByProc(pid) : describeByPs(pid)
}

async function describeByProc(pid: number): Promise<Described | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name in brackets may hold spaces; the state follows it, and the start is the 20th field.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { isZombie: fields[0] === 'Z' || fields[0] === 'X', started: fields[19] ?? '' }
}

/** The same by `ps`, for Unix systems without /proc; null if there is no such process. */
export async function describeByPs(pid: number): Promise<Described | null> {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  const answer = await promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env }).catch(() => null)
  const [, state = '', started = ''] = /^\s*(\S+)\s+(.*\S)/.exec(answer?.stdout ?? '') ?? []
  return state === '' ? null : { isZombie: state.startsWith('Z'), started }
}
