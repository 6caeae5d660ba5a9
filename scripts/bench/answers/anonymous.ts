import { programContext } from '../../../server/src/domain/context.ts'
import { publicationOf } from '../../../server/src/domain/figures/publishing/publication.ts'
import { loadSurveyModelById } from '../../../server/src/domain/survey/load-survey-model.ts'
import { write } from '../../../server/src/domain/write.ts'
import type { MeasuredServer } from '../measured-server.ts'
import { ms, verdict } from '../printing.ts'
import { connections, form, makeAsked, pathsOf, rateOf, send, sendToBare } from './forms.ts'

/** Answers a second that are promised, how much slower than the bare loop is as good, and how long a batch may take, in ms. */
const goal = { perSecond: 1000, slower: 1.5, batch: 10_000 }
/** Answers before the measurement, and of it. */
const sizes = { warm: 1000, answers: 10_000 }

/**
 * Measures submits to an anonymous survey, beside a bare loop that commits the same rows, and publishing their batch until the
 * figures include it, beside the one statement that marks as many rows.
 */
export async function measureAnonymous(server: MeasuredServer, share: number): Promise<void> {
  const [warm, answers] = [Math.round(sizes.warm * share), Math.round(sizes.answers * share)]
  // Answers of a period that goes on are published in batches.
  const date = server.deps.clock.now().toISOString().slice(0, 10)
  const config = 'anonymity: { filters: [channel] }'
  const survey = await makeAsked(server, warm + 2 * answers, { date, config })
  const { surveyId } = survey
  const { deps } = server
  const model = await loadSurveyModelById(deps, surveyId)
  const paths = await pathsOf(server, survey)
  const port = await server.listen()
  rateOf(await send({ port, paths: paths.splice(0, warm), rate: null }))
  await publicationOf(deps, model)
  const released = async (): Promise<number> =>
    await count(server, `select count(*)::int as n from response where survey_id = $1 and released`, surveyId)
  const before = await released()

  const perSecond = rateOf(await send({ port, paths: paths.splice(0, answers), rate: null }))
  const stored = await count(
    server,
    'select count(*)::int as n from response where survey_id = $1 and state = 0 and not released',
    surveyId,
  )
  const started = performance.now()
  await publicationOf(deps, model)
  const batch = performance.now() - started
  const published = (await released()) - before
  const isUpToDate = await deps.analytics.feed.isUpToDate(surveyId)

  const bare = rateOf(await besideBare(server, { surveyId, date }, paths))
  const isGood = perSecond >= goal.perSecond || perSecond * goal.slower >= bare
  console.log(
    `anonymous: ${Math.round(perSecond)} answers/s over ${connections} connections, ${Math.round(bare)}/s by a bare loop that commits the same rows; goal ${goal.perSecond}/s or ${goal.slower} x the bare loop   ${verdict(isGood)}`,
  )
  const statement = await markBare(server, surveyId, published)
  console.log(
    `anonymous: a batch of ${published} of ${stored} answers is in the figures after ${ms(batch)} ms, a bare statement that marks as many takes ${ms(statement)} ms; goal ${goal.batch} ms   ${verdict(published > 0 && isUpToDate && batch <= goal.batch)}`,
  )
}

async function count({ deps }: MeasuredServer, statement: string, surveyId: number): Promise<number> {
  const { rows } = await deps.pool.query<{ n: number }>(statement, [surveyId])
  return rows[0]?.n ?? 0
}

/** The same rows in one statement and one commit for each request: nothing is read, checked, compared or told. */
function besideBare(
  { deps }: MeasuredServer,
  { surveyId, date }: { surveyId: number; date: string },
  paths: readonly string[],
): ReturnType<typeof send> {
  const statement = `
    with unit_of as (select unit_ids from response where survey_id = $1::int and state = 2 limit 1),
    made as (
      insert into response (survey_id, state, event_date, answers, contact, unit_ids, created_at, updated_at)
      select $1::int, 0, $2::date, $3::jsonb, '{}', unit_ids, $2::date, $2::date from unit_of returning id),
    noted as (
      insert into audit (action, survey_id, program, object, details, request_id)
      select 'survey.answer', $1::int, 'bare', '', '{}', '' from made)
    insert into change (survey_id, kind, row_id) select $1::int, 'response', id from made`
  const answers = JSON.stringify({ rating: 4, recommend: 9, liked: ['price'], channel: 'web', comment: form })
  return sendToBare(() => deps.pool.query(statement, [surveyId, date, answers]), { paths, rate: null })
}

/** Marks as many of the rows that the bare loop has stored, in one statement and commit; returns how long it took, in ms. */
async function markBare({ deps }: MeasuredServer, surveyId: number, rows: number): Promise<number> {
  const began = performance.now()
  await write(programContext(deps, 'bench'), async (tx) => {
    await tx.db
      .updateTable('response')
      .set({ released: true })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('response')
          .select('id')
          .where('survey_id', '=', surveyId)
          .where('state', '=', 0)
          .where('released', '=', false)
          .limit(rows),
      )
      .execute()
  })
  return performance.now() - began
}
