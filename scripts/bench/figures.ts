// Figures over millions of responses: ten named requests over HTTP beside PostgreSQL, DuckDB and a bare loop, whose answers
// are compared; then many users at once, the feed, memory, a rebuild, an import and a ranking of one level.
// --rows 2000000 or 10000000; --json prints one object on stdout, and all lines on stderr; --keep FOLDER keeps the data there
// for the next run. GENSVAR_BENCH_PART=requests, users, feed, rebuild, import or flat measures that alone.
import { parseArgs } from 'node:util'
import { mkdir } from 'node:fs/promises'
import { prepareData, storeManager, userName } from './figures/measured-data.ts'
import type { MeasuredData } from './figures/measured-data.ts'
import { measureFeed } from './figures/feed.ts'
import { measureFlatRanking } from './figures/flat-ranking.ts'
import { Floor } from './figures/floor.ts'
import { measureImport } from './figures/import-time.ts'
import { size } from './figures/made-rows.ts'
import { firstTouch, measureRequest } from './figures/measured-requests.ts'
import type { Beside, MeasuredRequest, Times } from './figures/measured-requests.ts'
import { namedRequests } from './figures/named-requests.ts'
import { PlainDuckDb } from './figures/plain-duckdb.ts'
import { PlainPostgres } from './figures/plain-postgres.ts'
import { measureRebuild } from './figures/rebuild.ts'
import { RunningServer } from './figures/running-server.ts'
import { printMemory, printSizes } from './figures/sizes.ts'
import { requestLines, tableHead } from './figures/told.ts'
import { userVariants } from './figures/user-variants.ts'
import { measureUsers } from './figures/users.ts'
import { inOwnFolder } from './own-folder.ts'

/** Above so many rows PostgreSQL is not asked: a statement takes many seconds. */
const postgresUpTo = 4_000_000

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '2000000' },
    runs: { type: 'string', default: '100' },
    json: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
})
const [rows, runs] = [Number(values.rows), Number(values.runs)]
const only = process.env['GENSVAR_BENCH_PART']
// It is no setting of the product.
delete process.env['GENSVAR_BENCH_PART']

function print(line: string): void {
  if (values.json) console.error(line)
  else console.log(line)
}

if (!Number.isInteger(rows) || rows < 10_000 || !Number.isInteger(runs) || runs < 1 || runs > 100) {
  console.error('--rows takes a whole number from 10000 on, --runs one from 1 to 100')
  process.exitCode = 1
} else if (values.keep === undefined) await inOwnFolder(measure)
else {
  await mkdir(values.keep, { recursive: true })
  await measure(values.keep)
}

async function measure(folder: string): Promise<void> {
  const isWanted = (part: string): boolean => only === undefined || only === part
  if (['requests', 'users', 'feed', 'rebuild'].some(isWanted)) {
    const data = await prepareData(folder, rows)
    print(
      `${rows} responses, ${size.stores} units of the lowest level, ${size.questions} questions, ${size.months} months, a comment in each tenth`,
    )
    if (['requests', 'users', 'feed'].some(isWanted)) await measureOn(data, isWanted)
    if (isWanted('rebuild')) await measureRebuild(data, print)
  }
  if (isWanted('import')) await measureImport(folder, print)
  if (isWanted('flat')) await measureFlatRanking(folder, print)
}

async function measureOn(data: MeasuredData, isWanted: (part: string) => boolean): Promise<void> {
  const requests = namedRequests(data.rows)
  const first: number[] = []
  if (isWanted('requests')) for (const request of requests) first.push(await firstTouch(data, request))
  const server = await RunningServer.start(data)
  try {
    if (isWanted('requests')) {
      await printSizes(server, data, print)
      const measured: MeasuredRequest[] = []
      const everybody = await server.client(userName(1))
      const manager = await server.client(storeManager.username)
      const beside: Beside = {
        postgres: rows <= postgresUpTo ? await PlainPostgres.open(server.url, data.rows) : null,
        duckDb: await PlainDuckDb.open(data.rows),
        floor: new Floor(data.rows),
      }
      print(
        `${runs} requests of each kind over HTTP, none answered by a kept result; first: on a server that has just started; kept: the same request again`,
      )
      print(tableHead)
      for (const [at, request] of requests.entries()) {
        const client = request.byManager ? manager : everybody
        const one = await measureRequest(request, client, beside, first[at] ?? Number.NaN, { runs, rows })
        measured.push(one)
        for (const line of requestLines(one, rows)) print(line)
      }
      beside.duckDb.close()
      await beside.postgres?.close()
      for (const client of [everybody, manager]) client.close()
      if (values.json) console.log(JSON.stringify(summaryOf(measured)))
    }
    if (isWanted('users')) await measureUsers(server, userVariants(data.rows), print)
    if (isWanted('feed')) await measureFeed(server, data.made, print)
    printMemory(server, print)
  } finally {
    await server.stop()
  }
}

/** Ratios are the other's p50 divided by the product's; null where it was not asked. */
function summaryOf(measured: readonly MeasuredRequest[]): object {
  const rounded = (value: number): number => Math.round(value * 100) / 100
  const against = (times: Times | null, own: Times): number | null => (times ? rounded(times.p50 / own.p50) : null)
  return {
    rows,
    units: size.stores,
    questions: size.questions,
    requests: measured.map(({ name, warm, first, postgres, duckDb, floor }) => ({
      name,
      p50_ms: rounded(warm.p50),
      p95_ms: rounded(warm.p95),
      first_ms: rounded(first),
      vs_postgres: against(postgres, warm),
      vs_duckdb: against(duckDb, warm),
      vs_floor: against(floor, warm),
    })),
  }
}
