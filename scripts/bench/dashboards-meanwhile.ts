// How fast dashboards answer while a large report and an import are made on the same server.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { TaskEngine } from '../../server/src/domain/tasks/engine.ts'
import { importTask } from '../../server/src/features/imports/service.ts'
import { reportTaskTypes } from '../../server/src/features/reports/service.ts'
import { seedDemo } from '../../server/src/demo/service.ts'
import { makeSurvey, upload } from './browser-import.ts'
import type { MeasuredServer } from './measured-server.ts'
import { spreadOf } from './measure.ts'
import { ms, ratio, verdict } from './printing.ts'
import { components, demoVisits } from './request-kinds.ts'

/** How many times its idle value the p95 may be. */
const goal = 2
/** Between two requests, as readers look at what they got. */
const pause = 100
/** The first requests are not measured. */
const warmUp = 9
/** The longest that the figures of the import are waited for, in ms. */
const figuresWithin = 120_000

/** Measures the demo's dashboards; the report is that of `measureReports`, the file that of `measureBrowserImport`. */
export async function measureDashboards(server: MeasuredServer, folder: string): Promise<void> {
  const { deps } = server
  await seedDemo(deps)
  const { extName, universeId } = await server.survey(demoVisits.universe, demoVisits.extName)
  const ask = await server.asker(universeId)
  const [first, second] = halves(extName)
  const timed = async (url: string): Promise<number> => {
    const began = performance.now()
    await ask(url)
    return performance.now() - began
  }
  console.log(`\ndashboards while a report and an import are made; goal p95 ${goal} x idle`)
  const idle: number[] = []
  for (const [at, url] of first.entries()) {
    const time = await timed(url)
    if (at >= warmUp) idle.push(time)
    await wait(pause)
  }
  const engine = new TaskEngine(deps, [...reportTaskTypes, importTask])
  engine.start()
  const reports = await server.survey('reports', 'report-files')
  const reporter = await server.otherCaller(reports.universeId, 'reporter')
  const imports = await deps.db
    .selectFrom('universe')
    .select('id')
    .where('name', '=', 'imports')
    .executeTakeFirstOrThrow()
  const importer = await server.otherCaller(imports.id, 'meanwhile')
  const asked = await reporter('POST', '/rest/reports/interviews/report-files/root', { format: 'xlsx' })
  if (asked.statusCode !== 200) throw new Error(asked.body)
  const uploadId = await upload(importer, await readFile(join(folder, 'responses.csv')), 'responses.csv')
  let isImporting = true
  const importing = makeSurvey(importer, uploadId, 'meanwhile')
    // Its figures are part of it, though they are made afterwards.
    .then(() => deps.analytics.upToDate(deps.pool, figuresWithin))
    .finally(() => (isImporting = false))
  const busy: number[] = []
  for (const url of second) {
    if (!isImporting) break
    busy.push(await timed(url))
    await wait(pause)
  }
  await importing
  await engine.stop()
  const [before, during] = [spreadOf(idle), spreadOf(busy)]
  console.log(
    `idle p50 ${ms(before.p50)} p95 ${ms(before.p95)} ms (${before.runs})  meanwhile p50 ${ms(during.p50)} p95 ${ms(during.p95)} ms (${during.runs})  ${ratio(during.p95, before.p95)} x   ${verdict(during.p95 <= goal * before.p95)}`,
  )
}

/** Two lists of requests, each with as many of every kind and place, in an order that mixes them. */
function halves(extName: string): [string[], string[]] {
  const kinds = ['ranking', 'tiles', 'results'] as const
  const urls = kinds.map((kind) =>
    demoVisits.paths[kind].map((path) => `/rest/widgets/data/${extName}/${components[kind]}/${path}`),
  )
  const half = (rest: number): string[] => {
    const own = urls.map((ofKind) => ofKind.filter((_, at) => at % 2 === rest))
    const length = Math.min(...own.map((ofKind) => ofKind.length))
    // The places follow each other in the list: a stride that shares no divisor with its length visits them in turn.
    const stride = Array.from({ length }, (_, at) => at + Math.floor(length / 4)).find((one) => isCoprime(one, length))
    return Array.from({ length }, (_, at) => (at * (stride ?? 1)) % length).flatMap((at) =>
      own.flatMap((ofKind) => ofKind[at] ?? []),
    )
  }
  return [half(0), half(1)]
}

function isCoprime(a: number, b: number): boolean {
  return b === 0 ? a === 1 : isCoprime(b, a % b)
}
