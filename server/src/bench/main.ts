import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../app.ts'
import { compose } from '../compose.ts'
import type { Composed } from '../compose.ts'
import { importFileSize, writeImportCsv, writeImportWorkbook } from '../features/demo/import-files.ts'
import { loadTestSize, seedLoadTest } from '../features/demo/load-test.ts'
import { seedDemo } from '../features/demo/service.ts'
import { readConfig } from '../platform/config.ts'
import { startSession } from '../platform/rights/sessions.ts'
import { runImport } from './import-run.ts'
import { referenceLoop } from './measure.ts'
import type { Spread } from './measure.ts'
import { demoRequests, loadRequests, measureRequests } from './requests.ts'
import type { RequestKind } from './requests.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, help: { type: 'boolean' } },
})

if (values.help) {
  print('npm run bench [-- --only requests|import]')
  process.exit(0)
}

const folder = await mkdtemp(join(tmpdir(), 'gensvar-bench-'))
try {
  if (values.only !== 'import') await benchRequests(join(folder, 'requests'))
  if (values.only !== 'requests') await benchImport(join(folder, 'import'))
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Server time of the dashboard's requests on the demo and on the large survey, against the plain loop. */
async function benchRequests(data: string): Promise<void> {
  const composed = await compose(readConfig({ GENSVAR_DATA: data }))
  const app = await buildApp(composed.deps)
  try {
    const began = performance.now()
    await seedDemo(composed.deps)
    print(`demo made in ${seconds(performance.now() - began)}`)
    const { id: universeId } = await composed.deps.db
      .selectFrom('universe')
      .select('id')
      .where('name', '=', 'retail')
      .executeTakeFirstOrThrow()
    const token = await rootToken(composed, universeId)
    await printRequests(app, token, 'demo: 50,000 interviews, 600 agents', 56_120, 600, demoRequests())
    const before = performance.now()
    await seedLoadTest(composed.deps, universeId)
    const { rows, units } = loadTestSize
    print(`\nlarge survey made in ${seconds(performance.now() - before)}`)
    await printRequests(app, token, `large: ${rows} responses, ${units} units`, rows, units, loadRequests())
  } finally {
    await app.close()
    await composed.close()
  }
}

async function printRequests(
  app: Parameters<typeof measureRequests>[0],
  token: string,
  title: string,
  rows: number,
  units: number,
  kinds: readonly RequestKind[],
): Promise<void> {
  const reference = referenceLoop(rows, units)
  print(`\n${title}; reference loop (8 columns by unit, one core): ${ms(reference)}`)
  print('request    p50 ms   p95 ms   p50/reference   p95/reference   runs   goal p50 20, p95 60')
  for (const [name, spread] of await measureRequests(app, token, kinds)) print(requestLine(name, spread, reference))
}

function requestLine(name: string, { p50, p95, runs }: Spread, reference: number): string {
  const cells = [
    ms(p50).padStart(9),
    ms(p95).padStart(9),
    ratio(p50, reference).padStart(16),
    ratio(p95, reference).padStart(16),
  ]
  return `${name.padEnd(8)}${cells.join('')}${String(runs).padStart(7)}   ${p50 <= 20 && p95 <= 60 ? 'reached' : 'MISSED'}`
}

/** Time and memory of large imports, against reading the same file's bytes with the parser alone. */
async function benchImport(data: string): Promise<void> {
  const { rows, columns } = importFileSize
  print(`\nimport of ${rows} rows x ${columns} columns; goal 60 s and 400 MB above idle`)
  for (const [kind, write] of [
    ['csv', writeImportCsv],
    ['xlsx', writeImportWorkbook],
  ] as const) {
    const file = join(folder, `import.${kind}`)
    const began = performance.now()
    await write(file)
    const writing = (performance.now() - began) / 1000
    const { size } = await stat(file)
    const cost = await runImport(data, file, kind)
    const reached = cost.seconds <= 60 && cost.megabytes <= 400
    print(
      `${kind.padEnd(5)} ${(size / 1e6).toFixed(1)} MB  ${cost.seconds.toFixed(1)} s (${ratio(cost.seconds, writing)} x writing the file)  ${cost.megabytes.toFixed(0)} MB above idle   ${reached ? 'reached' : 'MISSED'}`,
    )
  }
}

async function rootToken({ deps }: Composed, universeId: number): Promise<string> {
  const root = await deps.db
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', 'root')
    .executeTakeFirstOrThrow()
  const { token } = await startSession(deps, { userId: root.id, universeId, actorUserId: null })
  return token
}

function ms(value: number): string {
  return value.toFixed(1)
}

function seconds(value: number): string {
  return `${(value / 1000).toFixed(1)} s`
}

function ratio(value: number, reference: number): string {
  return (value / reference).toFixed(1)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
