import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const cli = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url))

/** What an import took, figures included. */
export interface ImportCost {
  seconds: number
  /** Peak memory of its processes in MB, minus that of an idle process with the data open. */
  megabytes: number
  idleMegabytes: number
  /** Number of responses in the figures afterwards. */
  counted: number
}

/** Imports a file with the command as a user would, in its own data folder; throws when it fails. */
export async function runImport(dataFolder: string, file: string, survey: string): Promise<ImportCost> {
  const idle = await runCommand(dataFolder, ['migrate'])
  const began = performance.now()
  const { peak } = await runCommand(dataFolder, ['import', file, '--universe', 'bench', '--survey', survey])
  const seconds = (performance.now() - began) / 1000
  const { output } = await runCommand(dataFolder, ['query', '--survey', survey, '--format', 'json'])
  const [row] = JSON.parse(output) as { 'count()': number }[]
  return { seconds, megabytes: peak - idle.peak, idleMegabytes: idle.peak, counted: row?.['count()'] ?? 0 }
}

/** Runs the command; `peak` is the peak memory of its own processes in MB, without PostgreSQL's. */
async function runCommand(dataFolder: string, words: readonly string[]): Promise<{ peak: number; output: string }> {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { ...process.env, GENSVAR_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-2000)))
  let peak = 0
  const timer = setInterval(() => void memoryOf(child.pid ?? 0).then((now) => (peak = Math.max(peak, now))), 50)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearInterval(timer)
  if (code !== 0) throw new Error(`gensvar ${words.join(' ')} ended with ${code}: ${errors}`)
  return { peak, output }
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
