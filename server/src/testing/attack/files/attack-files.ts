import { access, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Random } from '#server/demo/random.ts'
import { importFile } from '#server/features/imports/service.ts'
import type { ImportResult } from '#server/features/imports/service.ts'
import { programContext } from '#server/domain/context.ts'
import type { Deps } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { insideShown, shortened } from '../attack.ts'
import type { AttackOptions, AttackResult, AttackTarget } from '../attack.ts'
import { brokenCsv } from './broken-csv.ts'
import { goodWorkbook, mutatedFile, writeBroken } from './broken-file.ts'
import type { BrokenFile } from './broken-file.ts'
import { brokenWorkbooks } from './broken-workbooks.ts'

/** Timeout for one file, in ms, and the memory this process may keep because of it, in MB. */
const limits = { ms: 30_000, megabytes: 400 }

/**
 * Imports damaged, malicious and mutated files. Each is imported completely, or rejected with an error and nothing is
 * written; time and memory are bounded, and no process or file is left behind. A `short` run leaves out the large files
 * and most of the workbooks, which need a process each.
 */
export async function attackFiles(
  { deps }: Pick<AttackTarget, 'deps'>,
  options: AttackOptions & { short?: boolean },
): Promise<AttackResult> {
  const made = [...brokenCsv(), ...brokenWorkbooks()]
  const result: AttackResult = { tried: 0, findings: [] }
  for (let number = 0; number < options.rounds; number++) {
    if (options.only !== undefined && options.only !== number) continue
    const file = made[number] ?? mutatedFile(new Random(`files ${options.seed} ${number}`))
    if (options.short && isSlow(file, number + options.seed)) continue
    const { faults, detail } = await tryFile(deps, file, `a${options.seed}_${number}`)
    result.tried += 1
    for (const fault of faults)
      result.findings.push({ number, place: `${file.name.split('.')[1]}: ${file.kind}`, fault, detail })
    if (number % 50 === 49) options.report?.(`${number + 1} files, ${result.findings.length} findings`)
  }
  if (options.only === undefined) result.findings.push(...(await cancelled(deps, options)))
  return result
}

function isSlow({ name, content }: BrokenFile, turn: number): boolean {
  return typeof content === 'function' || (name.endsWith('.xlsx') && turn % 6 !== 0)
}

type Outcome = { result: ImportResult; error: null } | { result: null; error: unknown }

async function tryFile(deps: Deps, file: BrokenFile, survey: string): Promise<{ faults: string[]; detail: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-attack-file-'))
  try {
    const path = await writeBroken(folder, file)
    const before = await rowCounts(deps)
    const began = performance.now()
    const watched = watchMemory()
    const outcome: Outcome = await importFile(programContext(deps, 'import'), {
      file: path,
      universe: 'attacked',
      survey,
    }).then(
      (result) => ({ result, error: null }),
      (error: unknown) => ({ result: null, error }),
    )
    const megabytes = watched()
    const ms = performance.now() - began
    const faults = outcome.result
      ? await importFaults(deps, file, survey, outcome.result)
      : refusalFaults(file, outcome.error, folder)
    if (outcome.result === null && (await rowCounts(deps)) !== before)
      faults.push('was refused and left something written')
    if (ms > limits.ms) faults.push(`takes more than ${limits.ms / 1000} s`)
    if (megabytes > limits.megabytes) faults.push(`takes more than ${limits.megabytes} MB of the server's memory`)
    faults.push(...(await leftBehind(folder)))
    const told = outcome.result
      ? `imported ${outcome.result.rows} rows: ${outcome.result.notes.map(({ words }) => String(words)).join(' ')}`
      : String(outcome.error instanceof Error ? outcome.error.message : outcome.error)
    return { faults, detail: `-> ${shortened(told, 300)} (${ms.toFixed(0)} ms, ${megabytes.toFixed(0)} MB)` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function refusalFaults(file: BrokenFile, error: unknown, folder: string): string[] {
  if (!(error instanceof AppError)) return ['fails instead of being refused in words']
  const faults: string[] = []
  const text = error.message
  if (file.outcome === 'imported') faults.push('is refused and should be imported')
  if (file.words && !file.words.test(text)) faults.push(`is refused without saying why (${String(file.words)})`)
  const inside = insideShown(text.replaceAll(folder, ''), file.kind)
  if (inside !== null) faults.push(`is refused in the program's own words: ${inside}`)
  if (text.trim() === '' || /undefined|NaN\b|Error:/.test(text)) faults.push('is refused in words that say nothing')
  return faults
}

async function importFaults({ db }: Deps, file: BrokenFile, survey: string, result: ImportResult): Promise<string[]> {
  const faults: string[] = []
  if (file.outcome === 'refused') faults.push('is imported and should be refused')
  if (file.rows !== undefined && result.rows !== file.rows) faults.push(`imports ${result.rows} of ${file.rows} rows`)
  const stored = await db
    .selectFrom('response')
    .innerJoin('survey', 'survey.id', 'response.survey_id')
    .where('survey.ext_name', '=', survey)
    .select(sql<string>`answers::text`.as('answers'))
    .execute()
  if (stored.length !== result.rows) faults.push('stores another number of rows than it says')
  const all = stored.map(({ answers }) => answers).join('\n')
  for (const text of file.holds ?? []) if (!all.includes(text)) faults.push(`loses the answer "${text}"`)
  if (/root:x:0|slipped/.test(all)) faults.push('holds what stands in another file')
  const host = (await readFile('/etc/hostname', 'utf8').catch(() => '')).trim()
  if (host.length > 3 && all.includes(host)) faults.push('holds what stands in another file')
  return faults
}

/** Cancels imports at several moments: nothing is written, and the parsing process ends. */
async function cancelled(deps: Deps, { seed, rounds }: AttackOptions): Promise<AttackResult['findings']> {
  const findings: AttackResult['findings'] = []
  for (const phase of ['opening', 'checking', 'storing'] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'gensvar-attack-file-'))
    const file = await writeBroken(folder, { kind: '', name: 'data.xlsx', content: goodWorkbook, outcome: 'either' })
    const before = await rowCounts(deps)
    const stop = new AbortController()
    if (phase === 'opening') setTimeout(() => stop.abort(), 30)
    const error: unknown = await importFile(
      programContext(deps, 'import'),
      { file, universe: 'attacked', survey: `c${seed}_${phase}` },
      { signal: stop.signal, onProgress: (progress) => progress.phase === phase && stop.abort() },
    ).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    const faults = await leftBehind(folder)
    if (error === null) faults.push('is imported although it was stopped')
    else if (!(error instanceof AppError)) faults.push('fails instead of stopping in words')
    if ((await rowCounts(deps)) !== before) faults.push('was stopped and left something written')
    await rm(folder, { recursive: true, force: true })
    findings.push(
      ...faults.map((fault) => ({
        number: rounds,
        place: `stopped while ${phase}`,
        fault,
        detail: `-> ${String(error)}`,
      })),
    )
  }
  return findings
}

// Not `change`: the feed deletes the entries it has processed.
const written = [
  'universe',
  'survey',
  'question',
  'choice',
  'view',
  'unit',
  'response',
  'script',
  'script_version',
  'audit',
] as const

async function rowCounts({ db }: Deps): Promise<string> {
  const counts = written.map((table) => sql`(SELECT count(*) FROM ${sql.table(table)})`)
  const { rows } = await sql<object>`SELECT json_build_array(${sql.join(counts)}) AS counts`.execute(db)
  return JSON.stringify(rows)
}

/** What an import left behind: additional files, spooled rows, parsing processes. */
async function leftBehind(folder: string): Promise<string[]> {
  const faults: string[] = []
  const beside = (await readdir(folder)).filter((name) => !name.startsWith('data.'))
  const slipped = await Promise.all(
    ['/tmp', tmpdir(), '/', join(folder, '..')].map((place) =>
      access(join(place, 'gensvar-slip.txt')).then(
        () => true,
        () => false,
      ),
    ),
  )
  if (beside.length > 0 || slipped.includes(true)) faults.push('writes a file where its parts name one')
  if ((await parsingChildren()) > 0) faults.push('leaves its parsing process running')
  return faults
}

/** Number of this process's parsing processes that still run; 0 where the system does not show them. */
async function parsingChildren(): Promise<number> {
  let found = 0
  // A killed process needs a moment to go.
  for (let tries = 0; tries < 40; tries++) {
    found = 0
    for (const child of await children()) {
      const status = await readFile(`/proc/${child}/status`, 'utf8').catch(() => '')
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
      if (command.includes('workbook-child') && !/^State:\s+Z/m.test(status)) found += 1
    }
    if (found === 0) return 0
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return found
}

/** Numbers of this process's children. Each is listed by the thread that started it, so no other process is read. */
async function children(): Promise<string[]> {
  const tasks = `/proc/${process.pid}/task`
  const threads = await readdir(tasks).catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`${tasks}/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean))
}

/** Watches this process's memory; the returned function stops that and returns the maximum increase, in MB. */
function watchMemory(): () => number {
  const first = process.memoryUsage.rss()
  let peak = first
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  return () => {
    clearInterval(timer)
    return (Math.max(peak, process.memoryUsage.rss()) - first) / 2 ** 20
  }
}
