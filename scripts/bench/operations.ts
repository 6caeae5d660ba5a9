// The task engine: how many empty tasks it processes per second, and how soon an idle one begins a task. Reports of many
// responses, an import in the browser, how fast dashboards answer while both are made, and lists of many samples.
// GENSVAR_BENCH_SHARE=0.1 tries it with a tenth of the responses; GENSVAR_BENCH_PART=tasks, reports, imports, meanwhile or
// samples measures that alone (meanwhile comes after reports and imports).
import { join } from 'node:path'
import { z } from 'zod'
import { say } from '../../contract/src/say.ts'
import { insertUniverse } from '../../server/src/domain/build/universe.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { TaskEngine } from '../../server/src/domain/tasks/engine.ts'
import { enqueueTask } from '../../server/src/domain/tasks/enqueue.ts'
import { defineTaskType } from '../../server/src/domain/tasks/task-type.ts'
import { write } from '../../server/src/domain/write.ts'
import { MeasuredServer } from './measured-server.ts'
import { spreadOf } from './measure.ts'
import { inOwnFolder } from './own-folder.ts'
import { measureBrowserImport } from './browser-import.ts'
import { measureDashboards } from './dashboards-meanwhile.ts'
import { ms, verdict } from './printing.ts'
import { measureReports } from './report-files.ts'
import { measureSampleLists } from './sample-lists.ts'

/** Tasks processed in one go, and by how many workers. */
const tasks = 4000
const workers = 4
/** Empty tasks per second promised, and the longest from the commit of a task to its start in an idle engine, in ms. */
const goal = { perSecond: 400, start: 20 }
/** Tasks given to an idle engine one by one; the first ones are not measured. */
const single = { warmUp: 10, runs: 100 }

let handled = 0
const allHandled = Promise.withResolvers<void>()
let begun = Promise.withResolvers<number>()

const empty = defineTaskType({
  type: 'TEST',
  title: say`Task test`,
  permission: 'root',
  payload: z.object({}),
  describe: () => say`Task test`,
  async handle() {
    begun.resolve(performance.now())
    handled++
    if (handled === tasks) allHandled.resolve()
  },
})

const share = Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1)
const only = process.env['GENSVAR_BENCH_PART']
// They are no settings of the product, which the commands that are measured would say.
delete process.env['GENSVAR_BENCH_SHARE']
delete process.env['GENSVAR_BENCH_PART']

/** The parts by name, in the order they are measured. */
const parts: Readonly<Record<string, (server: MeasuredServer, folder: string) => Promise<void>>> = {
  tasks: measureTasks,
  imports: (server, folder) => measureBrowserImport(server, folder, share),
  reports: (server) => measureReports(server, share),
  meanwhile: measureDashboards,
  samples: (server) => measureSampleLists(server, share),
}

await inOwnFolder(async (folder) => {
  const server = await MeasuredServer.open(folder)
  try {
    for (const [name, measure] of Object.entries(parts))
      if (only === undefined || only === name) await measure(server, join(folder, 'import'))
  } finally {
    await server.close()
  }
})

async function measureTasks({ deps }: MeasuredServer): Promise<void> {
  const ctx = programContext(deps, 'bench')
  const tenants = [await insertUniverse(deps.db, { name: 'one' }), await insertUniverse(deps.db, { name: 'two' })]
  console.log(`task engine; goal ${goal.perSecond} empty tasks/s with ${workers} workers, ${goal.start} ms to start`)
  await write(ctx, async (tx) => {
    for (let made = 0; made < tasks; made++)
      await enqueueTask(tx, empty, { payload: {}, universeId: tenants[made % tenants.length] ?? null })
  })
  const engine = new TaskEngine(deps, [empty], { slots: workers })
  const began = performance.now()
  engine.start()
  await allHandled.promise
  await allFinished()
  const perSecond = (1000 * tasks) / (performance.now() - began)
  console.log(`${tasks} empty tasks  ${perSecond.toFixed(0)} tasks/s   ${verdict(perSecond >= goal.perSecond)}`)

  const times: number[] = []
  for (let run = -single.warmUp; run < single.runs; run++) {
    begun = Promise.withResolvers()
    await write(ctx, (tx) => enqueueTask(tx, empty, { payload: {} }))
    const committed = performance.now()
    const waited = Math.max(0, (await begun.promise) - committed)
    if (run >= 0) times.push(waited)
    await allFinished()
  }
  const { p50, p95 } = spreadOf(times)
  console.log(`commit to start, idle  p50 ${ms(p50)} ms  p95 ${ms(p95)} ms   ${verdict(p95 <= goal.start)}`)
  await engine.stop()

  async function allFinished(): Promise<void> {
    for (;;) {
      const left = deps.db.selectFrom('task').select((eb) => eb.fn.countAll<number>().as('n'))
      const { n } = await left.where('state', 'not in', ['CLOSED', 'FAILED']).executeTakeFirstOrThrow()
      if (n === 0) return
    }
  }
}
