// Reports of many responses: how long a workbook and a csv file take beside a bare loop, and in how much memory.
import { writeXlsxStream } from 'hucre/xlsx'
import { saveConfiguration } from '../../server/src/domain/build/configuration.ts'
import { insertQuestions } from '../../server/src/domain/build/questions.ts'
import type { NewQuestion } from '../../server/src/domain/build/questions.ts'
import { insertSurvey } from '../../server/src/domain/build/survey.ts'
import { insertUniverse } from '../../server/src/domain/build/universe.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { TaskEngine } from '../../server/src/domain/tasks/engine.ts'
import { write } from '../../server/src/domain/write.ts'
import { reportTaskTypes } from '../../server/src/features/reports/service.ts'
import type { MeasuredServer } from './measured-server.ts'
import { seconds, verdict } from './printing.ts'

/** Responses and columns of the report for which the numbers are promised. */
const promised = { rows: 1_000_000, columns: 50 }
/** The least share of the bare loop's speed, memory above idle in MB, and time until the first progress in ms. */
const goal = { share: 0.6, memory: 300, progress: 1000 }
/** Rows that the bare loop reads at a time. */
const bareBatch = 2000

type Answers = Record<string, number | string | null>

/** Measures both formats; `share` of the promised rows, to try it quickly. */
export async function measureReports(server: MeasuredServer, share: number): Promise<void> {
  const rows = Math.round(promised.rows * share)
  const made = await makeSurvey(server, rows)
  console.log(`\nreports of ${rows} responses x ${promised.columns} columns; goal ${goal.share} of a bare loop's speed`)
  for (const format of ['xlsx', 'csv'] as const) {
    const bare = await timed(() => bareLoop(server, made, format))
    const { time, memory, progress, size } = await reportOf(server, made, format)
    const speed = bare / time
    const size1 = `${(size / 1_048_576).toFixed(0)} MB`
    console.log(
      `${format.padEnd(5)} ${seconds(time)}  bare loop ${seconds(bare)}  ${size1}  speed ${speed.toFixed(2)}   ${verdict(speed >= goal.share)}`,
    )
    console.log(`      memory above idle ${memory.toFixed(0)} MB   ${verdict(memory <= goal.memory)}`)
    console.log(`      first progress ${progress.toFixed(0)} ms   ${verdict(progress <= goal.progress)}`)
  }
}

interface Made {
  universeId: number
  surveyId: number
  variables: string[]
}

const questionOf = (at: number): NewQuestion => {
  const variable = `q${at}`
  if (at < 30) return { variable, type: 'scale', scale: [0, 10] }
  if (at < 42) {
    const choices = ['web', 'phone', 'visit'].map((extName) => ({ extName, title: { en: extName.toUpperCase() } }))
    return { variable, type: 'single', choices }
  }
  return { variable, type: at < 46 ? 'numeric' : 'text' }
}

async function makeSurvey({ deps }: MeasuredServer, rows: number): Promise<Made> {
  const extName = 'report-files'
  const questions = Array.from({ length: promised.columns }, (_, at) => questionOf(at))
  const variables = questions.map(({ variable }) => variable)
  const universeId = await insertUniverse(deps.db, { name: 'reports' })
  const surveyId = await write(programContext(deps, 'bench'), async (tx) => {
    const id = await insertSurvey(tx.db, universeId, { extName })
    await insertQuestions(tx.db, id, questions)
    const text = `pages: [{ extname: ranking, kind: rankings, components: [{ type: ranking-table, config: { id: units, columns: [q1], leafColumns: [${variables.join(', ')}] } }] }]\n`
    await saveConfiguration(tx.db, { id, universeId, extName }, { text, source: 'user', author: '' })
    return id
  })
  const answers = variables.map((variable, at) =>
    at < 30
      ? `'${variable}', (n * ${at + 3}) % 11`
      : at < 42
        ? `'${variable}', (array['web', 'phone', 'visit'])[1 + (n * ${at}) % 3]`
        : at < 46
          ? `'${variable}', (n % 9973) / 4.0`
          : `'${variable}', 'What was said in answer ' || n || ', with "words" & more'`,
  )
  await deps.pool.query(
    `insert into response (survey_id, event_date, answers)
     select $1, '2024-01-01'::date + (n % 700), jsonb_build_object(${answers.join(', ')}) from generate_series(1, $2::int) n`,
    [surveyId, rows],
  )
  await write(programContext(deps, 'bench'), (tx) => tx.surveyChanged(surveyId))
  await deps.pool.query('vacuum analyze response')
  await deps.analytics.feed.catchUp()
  return { universeId, surveyId, variables }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}

/** Reads the rows by cursor and writes them, with nothing else around it. */
async function bareLoop(
  { deps }: MeasuredServer,
  { surveyId, variables }: Made,
  format: 'xlsx' | 'csv',
): Promise<void> {
  const values = bareRows(deps.pool, surveyId, variables)
  if (format === 'xlsx') {
    const columns = variables.map((header) => ({ header }))
    for await (const chunk of writeXlsxStream(values, { name: 'Answers', columns })) void chunk
    return
  }
  const field = (value: string | number | null): string => {
    const text = value === null ? '' : String(value)
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  let length = 0
  for await (const row of values) length += Buffer.from(`${row.map(field).join(',')}\r\n`).length
  if (length === 0) throw new Error('nothing was read')
}

async function* bareRows(pool: MeasuredServer['deps']['pool'], surveyId: number, variables: readonly string[]) {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    await client.query(
      `declare bare no scroll cursor for
       select answers from response where survey_id = ${surveyId} order by event_date desc, id desc`,
    )
    for (;;) {
      const { rows } = await client.query<{ answers: Answers }>(`fetch ${bareBatch} from bare`)
      if (rows.length === 0) return
      for (const { answers } of rows) yield variables.map((variable) => answers[variable] ?? null)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Has a report made as users do, by a task; times in ms, memory in MB. */
async function reportOf(
  server: MeasuredServer,
  { universeId }: Made,
  format: 'xlsx' | 'csv',
): Promise<{ time: number; memory: number; progress: number; size: number }> {
  const { deps } = server
  const call = await server.otherCaller(universeId, `report-${format}`)
  globalThis.gc?.()
  const idle = process.memoryUsage().rss
  let most = idle
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const engine = new TaskEngine(deps, reportTaskTypes)
  engine.start()
  const began = performance.now()
  const made = await call('POST', '/rest/reports/interviews/report-files/root', { format })
  if (made.statusCode !== 200) throw new Error(made.body)
  let progress = 0
  for (;;) {
    const task = await deps.db
      .selectFrom('task')
      .select(['state', 'progress', 'reason'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    if (progress === 0 && task.progress !== null) progress = performance.now() - began
    if (task.state === 'CLOSED') break
    if (task.state !== 'OPEN' && task.state !== 'PROCESSING') throw new Error(task.reason?.text ?? task.state)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const time = performance.now() - began
  clearInterval(watch)
  await engine.stop()
  const { size } = await deps.db
    .selectFrom('stored_file')
    .select('size')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { time, memory: (most - idle) / 1_048_576, progress, size: size ?? 0 }
}
