import { chown, lstat, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** The user PostgreSQL runs as, if it is not the user of this process. */
export interface RunAs {
  uid: number
  gid: number
}

/** `nobody` on every Linux we know; needs no entry in the user database. */
const nobody: RunAs = { uid: 65534, gid: 65534 }

/** PostgreSQL refuses to run as root, so root starts it as nobody; everybody else as themselves (null). */
export function runAsUser(): RunAs | null {
  return process.getuid?.() === 0 ? nobody : null
}

/** Gives a file or folder to the user PostgreSQL runs as. */
export async function giveTo(user: RunAs | null, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}

/** Whether the user may enter every folder above `path`. The caller resolves links first. */
export async function canReach(user: RunAs | null, path: string): Promise<boolean> {
  if (!user) return true
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => null)
    if (found && !maySearch(user, found)) return false
    if (folder === dirname(folder)) return true
  }
}

/** Whether the file's own permission bits let the user read and run it (or enter it, for a folder). */
export async function canRun(user: RunAs | null, path: string): Promise<boolean> {
  if (!user) return true
  const found = await lstat(path)
  return (found.mode & 0o005) === 0o005
}

function maySearch(user: RunAs, folder: { uid: number; gid: number; mode: number }): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}
