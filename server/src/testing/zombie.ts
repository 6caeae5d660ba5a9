import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describeProcess } from '#server/platform/processes.ts'

/** A process that has ended and whose parent does not collect it. `end` ends the parent, and so the zombie. */
export interface Zombie {
  pid: number
  /** When it started, in the form of a lock file. */
  started: string
  end(): void
}

/** Creates a zombie: the shell starts a child and then replaces itself by a program that never collects it. */
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
