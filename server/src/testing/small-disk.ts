import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own, so small that it can be filled. */
export interface SmallDisk {
  /** A folder on it. */
  folder: string
  /** Fills it, but for so many bytes. */
  fill(left?: number): Promise<void>
  /** Makes room again. */
  empty(): Promise<void>
  /** Gives it back. */
  remove(): Promise<void>
}

/** Whether this process may make one. */
export const hasSmallDisk =
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' }).status === 0

/** Makes one of some MB, in memory. It is given back even if this process is killed. */
export async function smallDisk(size: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-disk-'))
  const script = `mount -t tmpfs -o size=${size}m tmpfs ${folder} && echo made; cat; umount -l ${folder}; rmdir ${folder}`
  // A group of its own, so that a signal to all of the tests leaves it to the end of its input.
  const child = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const filling = join(folder, 'filling')
  return {
    folder,
    async fill(left = 0) {
      const file = await open(filling, 'w')
      const piece = Buffer.alloc(1 << 20, 'gensvar\n')
      try {
        await writeUntilFull(() => file.write(piece))
        const { size: all } = await file.stat()
        await file.truncate(Math.max(0, all - left))
      } finally {
        await file.close()
      }
    },
    empty: () => rm(filling, { force: true }),
    async remove() {
      child.stdin.end()
      await ended
    },
  }
}

async function writeUntilFull(write: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await write()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
  }
}
