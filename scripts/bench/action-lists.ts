// Many actions: the list of a place, single ones, their numbers by unit and by kind, and the evaluation of those that are due.
import { evaluateActions } from '../../server/src/domain/actions/evaluate.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { loadSurveyModelById } from '../../server/src/domain/survey/load-survey-model.ts'
import type { ListsSurvey } from './alert-lists.ts'
import { BareActions } from './bare-actions.ts'
import { timeBeside } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { seconds, verdict } from './printing.ts'

/** Actions, those of them that are due, the longest that 95 of 100 requests may take and that the evaluation may, in ms. */
const promised = { actions: 20_000, due: 5000, p95: 60, evaluation: 30_000 }

/** A user, and the unit that holds everything they see; null for all. */
interface Reader {
  username: string
  top: number | null
}

/** Measures actions in a survey of many units; `share` of the promised actions, to try it quickly. */
export async function measureActions(server: MeasuredServer, share: number, survey: ListsSurvey): Promise<void> {
  const { extName, universeId, surveyId } = survey
  const { deps } = server
  const due = Math.round(promised.due * share)
  const ids = await makeActions(server, survey, { actions: Math.round(promised.actions * share), due })
  console.log(
    `\n${Math.round(promised.actions * share)} actions in ${survey.unitIds.length} places; goal p95 ${promised.p95} ms`,
  )
  const place = 'region=region3;store=store3'
  await makeBusy(server, survey)
  const busy = 'region=region3;store=store13'
  const widget = (id: string, path: string) => `/rest/widgets/data/${extName}/${id}/${path}`
  const bare = new BareActions(server, await loadSurveyModelById(deps, surveyId))
  const [own, many] = [survey.unitIds[3] ?? 0, survey.unitIds[13] ?? 0]
  const region = await unitNamed(server, survey, 'region3')
  const asked: [string, (run: number) => string, (run: number, reader: Reader) => Promise<void>][] = [
    ['list of a place', () => widget('manager', place), () => bare.list(own)],
    ['list of 100', () => widget('manager', busy), () => bare.list(many)],
    [
      'an action',
      (run) => `/rest/actions/data/${extName}/${ids[run % ids.length]}/${place}`,
      (run) => bare.one(ids[run % ids.length] ?? 0, own),
    ],
    ['overview', () => widget('overview', 'root'), (_, { top }) => bare.overview(top)],
    ['overview region', () => widget('overview', 'region=region3'), (_, { top }) => bare.overview(top ?? region)],
    ['portfolio', () => widget('portfolio', 'root'), (_, { top }) => bare.portfolio(top)],
    ['portfolio region', () => widget('portfolio', 'region=region3'), (_, { top }) => bare.portfolio(top ?? region)],
  ]
  const readers: Reader[] = [
    { username: 'everything', top: null },
    { username: 'regional', top: region },
    { username: 'store', top: own },
  ]
  for (const reader of readers) {
    const { username } = reader
    const ask = await server.asker(universeId, username)
    console.log(username)
    for (const [name, url, statements] of asked) {
      // It is not their place.
      if (name === 'list of 100' && username === 'store') continue
      await timeBeside(name, {
        ask: (run) => ask(url(run)),
        bare: (run) => statements(run, reader),
        goal: promised.p95,
      })
    }
  }
  const began = performance.now()
  const { completed, failed, frozen } = await evaluateActions(programContext(deps, 'bench'), { surveyId })
  const taken = performance.now() - began
  if (completed + failed !== due) throw new Error(`${completed + failed} actions were closed of ${due}`)
  console.log(
    `evaluation of ${due} actions (${completed} completed, ${failed} failed), ${frozen} frozen, in ${seconds(taken)}; goal ${seconds(promised.evaluation)}   ${verdict(taken <= promised.evaluation)}`,
  )
}

async function unitNamed({ deps }: MeasuredServer, { universeId }: ListsSurvey, extName: string): Promise<number> {
  const { rows } = await deps.pool.query<{ id: number }>(
    'select id from unit where universe_id = $1 and ext_name = $2',
    [universeId, extName],
  )
  return rows[0]?.id ?? 0
}

/** Gives one place a hundred open actions, of twenty people. */
async function makeBusy({ deps }: MeasuredServer, { surveyId, unitIds }: ListsSurvey): Promise<void> {
  await deps.pool.query(
    `insert into action (survey_id, view, unit_id, extname, expression, goal, period, period_start, deadline, responsible_user_id)
     select $1, 'organisation', $2, 'rating', 'mean(rating)', 5, ('{rel_-1m_0d,rel_-3m_0d,rel_-6m_0d}'::text[])[1 + n % 3],
            current_date - 60, current_date + n, (select id from app_user where username = 'owner' || n % 20)
       from generate_series(1, 100) n`,
    [surveyId, unitIds[13]],
  )
}

/**
 * Actions of all places: some due, with deadlines on any day of a year and no frozen figure, as many open ones with theirs,
 * and closed ones with their effect. Returns the ids of some that every measured user may see.
 */
async function makeActions(
  { deps }: MeasuredServer,
  { surveyId, unitIds }: ListsSurvey,
  { actions, due }: { actions: number; due: number },
): Promise<number[]> {
  const figure = (value: string) =>
    `jsonb_build_object('from', '2025-01-01', 'to', '2025-04-01', 'value', ${value}, 'n', 60, 'low', ${value} - 1, 'high', ${value} + 1)`
  await deps.pool.query(
    `insert into action (survey_id, view, unit_id, extname, expression, kind, goal, period, period_start, deadline, state,
            baseline, result, closed_at)
     select $1, 'organisation', ($2::int[])[1 + n % cardinality($2::int[])], 'rating', 'mean(rating)',
            case n % 3 when 0 then 'training' when 1 then 'staffing' end, 3 + n % 4,
            ('{rel_-1m_0d,rel_-3m_0d,rel_-6m_0d,rel_-12m_0d}'::text[])[1 + n % 4],
            deadline - 60 - n % 90, deadline, state,
            case when n > $4::int then ${figure('4.9')} end,
            case when state > 0 then jsonb_build_object('before', ${figure('4.9')}, 'end', ${figure('5.4')},
              'difference', (n % 21 - 8) / 10.0, 'standardError', 0.2 + n % 5 / 10.0, 'low', -0.5, 'high', 1.5,
              'comparable', 90, 'comparableBefore', 5400, 'comparableAfter', 5500) end,
            case when state > 0 then now() end
       from (select n, case when n <= 2 * $4::int then 0 else 1 + n % 2 end as state,
                    case when n > $4::int and n <= 2 * $4::int then current_date + n % 100
                         else '2025-01-01'::date + (hashint4(n) & 65535) % 330 end as deadline
               from generate_series(1, $3::int) n) one`,
    [surveyId, unitIds, actions, due],
  )
  await deps.pool.query(
    `insert into action_comment (action_id, message, score, goal)
     select id, 'Note ' || n || ' of what was done and what came of it', 5, goal from action, generate_series(1, 3) n where survey_id = $1`,
    [surveyId],
  )
  await deps.pool.query('vacuum analyze action')
  await deps.pool.query('vacuum analyze action_comment')
  const { rows } = await deps.pool.query<{ id: number }>(
    'select id from action where survey_id = $1 and unit_id = $2 order by id limit 100',
    [surveyId, unitIds[3]],
  )
  return rows.map(({ id }) => id)
}
