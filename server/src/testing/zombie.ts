import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describeProcess } from '#server/platform/processes.ts'

/** A process that has ended and whose parent does not collect it. `end` ends the parent, and so the zombie. */
export interface Zombie {
  pid: number
  /** When it started, as a lock of its own would say. */
  started: string
  end(): void
}

/** Makes a zombie: the shell gives way to a program that knows nothing of the shell's child, before that ends. */
export async function makeZombie(): Promise<Zombie> {
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString())
  let found = await describeProcess(pid)
  while (!found?.isZombie) {
    await wait(10)
    found = await describeProcess(pid)
  }
  return { pid, started: found.started, end: () => void parent.kill('SIGKILL') }
}
