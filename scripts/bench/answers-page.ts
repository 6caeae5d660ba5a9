import { gzipSync } from 'node:zlib'
import type { MadeSurvey } from '../../server/src/testing/survey-data.ts'
import type { ClientResult, ClientWork } from './answers-client.ts'
import { connections, form, makeAsked, pathsOf, rateOf, send, sendToBare } from './answers/forms.ts'
import { spreadOf } from './measure.ts'
import type { MeasuredServer } from './measured-server.ts'
import { ms, verdict } from './printing.ts'

/** What is promised on two cores: answers a second, and the time of 95 % in ms at so many a second; bytes of a page. */
const goal = { perSecond: 1000, slower: 1.5, p95: 50, rate: 300, page: 50_000 }
/** Answers of each measurement. */
const sizes = { warm: 2000, fast: 15_000, steady: 6000 }

/** Measures submits of the respondent's page, beside a bare loop that commits the same rows. */
export async function measureAnswerPage(server: MeasuredServer, share: number): Promise<void> {
  const counts = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, Math.round(size * share)]))
  const all =
    Object.values(counts).reduce((sum, count) => sum + count, 0) + (counts['fast'] ?? 0) + (counts['steady'] ?? 0)
  const survey = await makeAsked(server, all, {
    date: '2026-03-05',
    config: 'alerts: [{ extname: low, title: Low, when: rating < 3, due: 1d }]',
  })
  const paths = await pathsOf(server, survey)
  const take = (name: string): string[] => paths.splice(0, counts[name] ?? 0)
  const port = await server.listen()
  const page = await (await fetch(`http://127.0.0.1:${port}${paths[0] ?? ''}`)).text()
  const bytes = gzipSync(page).length
  console.log(`a page of five questions is ${bytes} bytes, gzipped; goal ${goal.page}   ${verdict(bytes <= goal.page)}`)
  await send({ port, paths: take('warm'), rate: null })
  const steady = await send({ port, paths: take('steady'), rate: goal.rate })
  const { p50, p95 } = spreadOf(steady.times)
  const beside = spreadOf((await besideBare(server, { paths: take('steady'), rate: goal.rate })).times)
  const isSoon = p95 <= Math.max(goal.p95, goal.slower * beside.p95)
  console.log(
    `at ${goal.rate}/s: p50 ${ms(p50)} ms, p95 ${ms(p95)} ms, bare loop p50 ${ms(beside.p50)} ms, p95 ${ms(beside.p95)} ms; goal ${goal.p95} ms or ${goal.slower} x the bare loop   ${verdict(isSoon)}`,
  )
  const fast = await send({ port, paths: take('fast'), rate: null })
  const perSecond = rateOf(fast)
  const bare = rateOf(await besideBare(server, { paths, rate: null }))
  const isGood = perSecond >= goal.perSecond || perSecond * goal.slower >= bare
  console.log(
    `${Math.round(perSecond)} answers/s over ${connections} connections, ${Math.round(bare)}/s by a bare loop that commits the same rows; goal ${goal.perSecond}/s or ${goal.slower} x the bare loop   ${verdict(isGood)}`,
  )
  await demandStored(server, survey, (counts['warm'] ?? 0) + (counts['steady'] ?? 0) + (counts['fast'] ?? 0))
}

/** The same rows in one statement and one commit for each request: nothing is read, checked, compared or told. */
async function besideBare({ deps }: MeasuredServer, work: Pick<ClientWork, 'paths' | 'rate'>): Promise<ClientResult> {
  const ids = (await deps.pool.query<{ id: string }>('select id from response where state = 2 order by id')).rows
  const statement = `
    with done as (
      update response set state = 0, completed_at = now(), answers = answers || $2, version = version + 1
       where id = $1 returning id, survey_id),
    changed as (
      insert into response_change (response_id, version, username, fields, state_before, state_after)
      select id, 2, 'bare', '{rating}', 2, 0 from done),
    noted as (
      insert into audit (action, survey_id, program, object, details, request_id)
      select 'sample.answer', survey_id, 'bare', id::text, '{}', '' from done)
    insert into change (survey_id, kind, row_id) select survey_id, 'response', id from done`
  const answers = JSON.stringify({ rating: 4, comment: form })
  return sendToBare(() => deps.pool.query(statement, [ids.pop()?.id, answers]), work)
}

async function demandStored({ deps }: MeasuredServer, { surveyId }: MadeSurvey, sent: number): Promise<void> {
  const { rows } = await deps.pool.query<{ n: number }>(
    `select count(*)::int as n from response where survey_id = $1 and state = 0 and answers ->> 'recommend' = '9'`,
    [surveyId],
  )
  console.log(`${rows[0]?.n} of ${sent} answers are stored   ${verdict(rows[0]?.n === sent)}`)
}
