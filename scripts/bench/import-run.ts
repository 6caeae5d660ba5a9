import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url))

/** What an import took: seconds, and MB above what the idle command takes. */
export interface ImportCost {
  seconds: number
  megabytes: number
}

/** Imports a file with the command as a user would, in a data folder of its own; throws when it fails. */
export async function runImport(dataFolder: string, file: string, survey: string): Promise<ImportCost> {
  const idle = await peakOf(dataFolder, ['--help'])
  const began = performance.now()
  const peak = await peakOf(dataFolder, ['import', file, '--universe', 'bench', '--survey', survey])
  return { seconds: (performance.now() - began) / 1000, megabytes: Math.max(0, peak - idle) }
}

/** Runs the command and returns the most memory its own processes held together, in MB. PostgreSQL's are not counted. */
async function peakOf(dataFolder: string, words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { ...process.env, GENSVAR_DATA: dataFolder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)))
  let peak = 0
  const timer = setInterval(() => void memoryOf(child.pid ?? 0).then((now) => (peak = Math.max(peak, now))), 50)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`gensvar ${words.join(' ')} ended with ${code}: ${errors}`)
  return peak
}

/** Memory of a process and of the node processes it started, in MB, as the system counts them; 0 once it is gone. */
async function memoryOf(pid: number): Promise<number> {
  const processes = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((name) => readProcess(Number(name))),
  )
  const alive = processes.filter((one) => one !== null)
  const wanted = new Set([pid])
  for (let found = true; found;) {
    found = false
    for (const one of alive)
      if (wanted.has(one.parent) && !wanted.has(one.pid) && one.name.startsWith('node')) {
        wanted.add(one.pid)
        found = true
      }
  }
  return alive.filter((one) => wanted.has(one.pid)).reduce((sum, one) => sum + one.megabytes, 0)
}

async function readProcess(
  pid: number,
): Promise<{ pid: number; parent: number; name: string; megabytes: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  if (status === null) return null
  const field = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? ''
  return {
    pid,
    parent: Number(field('PPid')),
    name: field('Name'),
    megabytes: Number.parseInt(field('VmRSS') || '0') / 1024,
  }
}
