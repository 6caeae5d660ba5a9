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

/** Measures the demo's dashboards; the report is that of `measureReports`, the file that of `measureBrowserImport`. */
export async function measureDashboards(server: MeasuredServer, folder: string): Promise<void> {
  const { deps } = server
  await seedDemo(deps)
  const { extName, universeId } = await server.survey(demoVisits.universe, demoVisits.extName)
  const ask = await server.asker(universeId)
  const kinds = ['ranking', 'tiles', 'results'] as const
  const most = Math.min(...kinds.map((kind) => demoVisits.paths[kind].length))
  const urls = Array.from({ length: most }, (_, at) =>
    kinds.map((kind) => `/rest/widgets/data/${extName}/${components[kind]}/${demoVisits.paths[kind][at]}`),
  ).flat()
  const timed = async (url: string): Promise<number> => {
    const began = performance.now()
    await ask(url)
    return performance.now() - began
  }
  const half = Math.floor(urls.length / 2)
  console.log(`\ndashboards while a report and an import are made; goal p95 ${goal} x idle`)
  const idle: number[] = []
  for (const [at, url] of urls.slice(0, half).entries()) {
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
  const importing = makeSurvey(importer, uploadId, 'meanwhile').finally(() => (isImporting = false))
  const busy: number[] = []
  for (const url of urls.slice(half)) {
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
