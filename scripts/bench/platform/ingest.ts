import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { insertRole, insertSurveyRights } from '../../../server/src/domain/build/role.ts'
import { insertMembership, insertUser } from '../../../server/src/domain/build/user.ts'
import { createKey } from '../../../server/src/testing/key-rows.ts'
import { makeSurvey } from '../../../server/src/testing/survey-data.ts'
import type { MadeSurvey } from '../../../server/src/testing/survey-data.ts'
import type { ClientResult, ClientWork } from '../answers-client.ts'
import { spreadOf } from '../measure.ts'
import type { MeasuredServer } from '../measured-server.ts'
import { ms, verdict } from '../printing.ts'

/** What is promised: responses a second in batches, the share of a bare loop of single ones, ms until figures have them. */
const goal = { perSecond: 3000, ofBare: 0.25, current: 2000 }
const connections = 32
/** Responses of each measurement, and of one batch. */
const sizes = { list: 40_000, lines: 40_000, single: 12_000, looks: 20 }
const batches = { list: 1000, lines: 10_000 }

const owner = 'ingest-owner'
/** Rules as surveys have them: most on one rating, some on several answers. A tenth of the responses meets the first. */
const rules = [
  'rating <= 1',
  'rating <= 1 and recommend <= 3',
  'recommend <= 1',
  'recommend <= 2 and rating <= 2',
  'rating <= 2 and amount > 800',
  'amount > 1000',
  'not answered(comment) and rating <= 3',
  'not answered(channel)',
  'recommend in (0, 1)',
  'channel = till and rating <= 2 and recommend <= 4',
]

/** Measures responses that programs send: in batches, one at a time beside a bare loop, and until figures have them. */
export async function measureIngest(server: MeasuredServer, share: number): Promise<void> {
  const survey = await makeAsked(server)
  const { deps } = server
  const key = await createKey(deps.db, survey, { type: 3, user_id: survey.userId, per_minute: 100_000_000 })
  const port = await server.listen()
  const path = `/api/v1/surveys/${survey.extName}/responses`
  const at = { port, path, key }
  const count = (size: number): number => Math.max(1, Math.round(size * share))
  await inBatches(at, { size: 2000, of: 500, isLines: false })
  for (const kind of ['list', 'lines'] as const) {
    const of = Math.min(batches[kind], count(sizes[kind]))
    const perSecond = await inBatches(at, { size: count(sizes[kind]), of, isLines: kind === 'lines' })
    const how = kind === 'list' ? 'lists' : 'lines'
    console.log(
      `${Math.round(perSecond)} responses/s in ${how} of ${of} with ${rules.length} alert rules; goal ${goal.perSecond}/s   ${verdict(perSecond >= goal.perSecond)}`,
    )
  }
  await deps.analytics.feed.catchUp()
  await measureSingle(server, survey, at, count(sizes.single))
  await deps.analytics.feed.catchUp()
  await measureCurrent(at, survey, count(sizes.looks))
  const { rows } = await deps.pool.query<{ n: number }>('select count(*)::int as n from alert where survey_id = $1', [
    survey.surveyId,
  ])
  console.log(`${rows[0]?.n} alerts were raised   ${verdict((rows[0]?.n ?? 0) > 0)}`)
}

interface Target {
  port: number
  path: string
  key: string
}

/** A survey with units, ten rules and their owner, who is also the user of its key. */
async function makeAsked({ deps }: MeasuredServer): Promise<MadeSurvey & { userId: number }> {
  const alerts = rules
    .map((when, index) => `  - { extname: rule${index}, when: '${when}', due: 2d, defaultOwner: ${owner} }\n`)
    .join('')
  const survey = await makeSurvey(deps.db, {
    questions: {
      region: { type: 'single', choices: Array.from({ length: 10 }, (_, at) => `region${at}`) },
      store: { type: 'single', choices: Array.from({ length: 200 }, (_, at) => `store${at}`) },
      rating: { type: 'scale', min: 1, max: 5 },
      recommend: { type: 'scale', min: 0, max: 10 },
      liked: { type: 'multiple', choices: ['price', 'staff', 'place'] },
      channel: { type: 'single', choices: ['web', 'till'] },
      amount: { type: 'numeric' },
      comment: { type: 'text' },
    },
    views: { stores: ['region', 'store'] },
    config: `alerts:\n${alerts}indicators: { answers: { title: Answers, expression: count() } }\n`,
    rows: Array.from({ length: 200 }, (_, at) => ({
      date: '2026-03-05',
      answers: { region: `region${at % 10}`, store: `store${at}`, rating: 4 },
    })),
  })
  const roleId = await insertRole(deps.db, survey.universeId, { name: 'ingest' })
  await insertSurveyRights(deps.db, { roleId, surveyId: survey.surveyId }, { canHandleAlerts: true })
  const userId = await insertUser(deps.db, { username: owner })
  await insertMembership(deps.db, { userId, universeId: survey.universeId, roleId })
  await deps.pool.query('analyze response')
  await deps.analytics.feed.catchUp()
  return { ...survey, userId }
}

function rowOf(at: number): object {
  return {
    id: crypto.randomUUID(),
    answers: {
      ...{ region: `region${at % 10}`, store: `store${at % 200}`, rating: (at % 37) % 11 === 0 ? 1 : 3 + (at % 3) },
      ...{ recommend: 3 + (at % 8), liked: ['price', 'staff'], channel: at % 2 === 0 ? 'web' : 'till' },
      ...{ amount: at % 900, comment: 'Quick and friendly, but the queue was long.' },
    },
  }
}

/** Responses a second, two requests at a time, from the first byte to the last answer. */
async function inBatches(
  { port, path, key }: Target,
  { size, of, isLines }: { size: number; of: number; isLines: boolean },
): Promise<number> {
  const bodies = Array.from({ length: Math.ceil(size / of) }, (_, batch) => {
    const rows = Array.from({ length: of }, (_, at) => rowOf(batch * of + at))
    return isLines ? rows.map((row) => JSON.stringify(row)).join('\n') : JSON.stringify(rows)
  })
  const total = bodies.length * of
  const began = performance.now()
  const send = async (): Promise<void> => {
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        ...{ method: 'POST', body },
        headers: {
          ...{ authorization: `Bearer ${key}`, 'idempotency-key': crypto.randomUUID() },
          'content-type': isLines ? 'application/x-ndjson' : 'application/json',
        },
      })
      const told = (await answer.json()) as { accepted: number }
      if (told.accepted !== of)
        throw new Error(`${told.accepted} of ${of} were taken: ${JSON.stringify(told).slice(0, 300)}`)
    }
  }
  await Promise.all([send(), send()])
  return (total * 1000) / (performance.now() - began)
}

async function measureSingle(server: MeasuredServer, survey: MadeSurvey, at: Target, size: number): Promise<void> {
  const row: object = { ...rowOf(1), id: undefined }
  const body = JSON.stringify(row)
  const work = { paths: Array.from({ length: size }, () => at.path), body, rate: null, connections }
  const headers = { authorization: `Bearer ${at.key}`, 'content-type': 'application/json' }
  await client({ ...work, paths: work.paths.slice(0, 500), port: at.port, headers })
  const product = rateOf(await client({ ...work, port: at.port, headers }))
  const bare = await besideBare(server, survey, work)
  console.log(
    `${Math.round(product)} single responses/s over ${connections} connections, ${Math.round(bare)}/s by a bare loop that commits the same rows: ${(product / bare).toFixed(2)} of it; goal ${goal.ofBare}   ${verdict(product >= goal.ofBare * bare)}`,
  )
}

function client(work: ClientWork): Promise<ClientResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../answers-client.ts', import.meta.url), { workerData: work })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

function rateOf({ seconds, statuses, times }: ClientResult): number {
  if ((statuses[200] ?? 0) !== times.length) throw new Error(`Not all were taken: ${JSON.stringify(statuses)}`)
  return times.length / seconds
}

/** The same rows in one statement and one commit for each request: nothing is read, checked, compared or told. */
async function besideBare(
  { deps }: MeasuredServer,
  { surveyId }: MadeSurvey,
  work: Omit<ClientWork, 'port'>,
): Promise<number> {
  const statement = `
    with done as (
      insert into response (survey_id, state, event_date, completed_at, answers, unit_ids)
      values ($1, 0, current_date, now(), $2, '{1}') returning id, survey_id),
    noted as (
      insert into audit (action, survey_id, program, object, details, request_id)
      select 'response.send', survey_id, 'bare', id::text, '{}', '' from done)
    insert into change (survey_id, kind, row_id) select survey_id, 'response', id from done`
  const bare = createServer((request, answer) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const { answers } = JSON.parse(Buffer.concat(parts).toString()) as { answers: object }
        void deps.pool.query(statement, [surveyId, JSON.stringify(answers)]).then(
          () => answer.writeHead(200).end('{}'),
          () => answer.writeHead(500).end(),
        )
      })
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  try {
    return rateOf(await client({ ...work, port: (bare.address() as AddressInfo).port }))
  } finally {
    bare.close()
  }
}

/** How soon the number of answers that the API tells has a response, after it was answered. */
async function measureCurrent({ port, path, key }: Target, survey: MadeSurvey, looks: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const address = `http://127.0.0.1:${port}`
  const figures = `${address}/api/v1/surveys/${survey.extName}/figures?indicators=answers`
  const counted = async (): Promise<number> => {
    const told = (await (await fetch(figures, { headers })).json()) as { figures: { value: number }[] }
    return told.figures[0]?.value ?? 0
  }
  const times: number[] = []
  for (let look = 0; look < looks; look++) {
    const before = await counted()
    const rows = Array.from({ length: 100 }, (_, at) => rowOf(at))
    await (await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(rows) })).text()
    const answered = performance.now()
    while ((await counted()) < before + rows.length) await sleep(5)
    times.push(performance.now() - answered)
  }
  const { p50, p95 } = spreadOf(times)
  console.log(
    `from the answer to the figure: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms over ${looks} lists of 100; goal ${goal.current} ms   ${verdict(p95 <= goal.current)}`,
  )
}
