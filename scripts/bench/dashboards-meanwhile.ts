// How fast dashboards answer while a large report and an import are made on the same server.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TaskEngine } from '../../server/src/domain/tasks/engine.ts'
import { importTask } from '../../server/src/features/imports/service.ts'
import { reportTaskTypes } from '../../server/src/features/reports/service.ts'
import { makeSurvey, upload } from './browser-import.ts'
import { openDashboards, printMeanwhile } from './demo-dashboards.ts'
import type { MeasuredServer } from './measured-server.ts'

/** How many times its idle value the p95 may be. */
const goal = 2
/** The longest that the figures of the import are waited for, in ms. */
const figuresWithin = 120_000

/** Measures the demo's dashboards; the report is that of `measureReports`, the file that of `measureBrowserImport`. */
export async function measureDashboards(server: MeasuredServer, folder: string): Promise<void> {
  const { deps } = server
  const dashboards = await openDashboards(server)
  console.log(`\ndashboards while a report and an import are made; goal p95 ${goal} x idle`)
  const idle = await dashboards.alone()
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
  const busy = await dashboards.meanwhile(() => !isImporting)
  await importing
  await engine.stop()
  printMeanwhile(idle, busy, goal)
}
