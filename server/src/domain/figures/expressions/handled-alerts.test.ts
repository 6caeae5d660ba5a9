import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { makeSurvey, testAnalytics } from '#server/testing/survey-data.ts'
import type { MadeSurvey, TestRow } from '#server/testing/survey-data.ts'
import { systemScopes } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { aggregate } from '../aggregate.ts'
import type { Analytics } from '../engine/analytics.ts'
import { rebuildAnalytics } from '../engine/analytics.ts'
import { appendChange } from '../feed/change-log.ts'
import type { GroupBy } from '../rows/grouping.ts'

let database: TestDatabase
let analytics: Analytics
let closeAnalytics: () => Promise<void>
let survey: MadeSurvey
let model: SurveyModel
/** In Stockholm it is half past midnight of 11 February. */
let now = new Date('2026-02-10T23:30:00Z')

const rows: TestRow[] = Array.from({ length: 240 }, (_, index) => ({
  date: index % 2 === 0 ? '2026-01-10' : '2026-02-05',
  answers: { shop: ['a', 'b', 'c'][index % 3] ?? 'a', overall: 1 + (index % 5) },
  state: index % 10 === 9 ? 2 : 0,
}))

beforeAll(async () => {
  database = await testDatabase()
  const opened = await testAnalytics(database)
  analytics = opened.analytics
  closeAnalytics = opened.close
  survey = await makeSurvey(database.db, {
    questions: { shop: { type: 'single', choices: ['a', 'b', 'c'] }, overall: { type: 'scale', min: 1, max: 5 } },
    views: { shops: ['shop'] },
    rows,
  })
  // Two rules, with every combination of state, due time, reopening and reason; some were never saved by anybody.
  await database.pool.query(
    `insert into alert (survey_id, response_id, rule, state, created_at, handled_at, closed_at, due_at, reopened)
     select survey_id, id, rule, state, raised,
            case when state <> 2 and id % 7 <> 0 then raised + id % 31 * interval '37 minutes' end,
            case when state = 3 then raised + id % 41 * interval '101 minutes' end,
            case when id % 5 <> 0 then raised + id % 4 * interval '1 day' end,
            case when state <> 2 and id % 6 = 0 then 1 + id % 2 else 0 end
       from (select r.*, rule, (array[2, 3, 6, 3, 3])[1 + (r.id + length(rule)) % 5] as state,
                    timestamptz '2026-02-08 09:15:00+00' as raised
               from (select id, survey_id from response where survey_id = $1) r, unnest(array['low', 'angry']) as rule
              where (r.id + length(rule)) % 4 <> 0) as planned`,
    [survey.surveyId],
  )
  await database.pool.query(
    `insert into alert_answer (alert_id, question, choice, value)
     select id, q, case when q <> 'done' then id % 4 end, case when q = 'done' then 'x' end
       from alert, unnest(array['cause', 'mended', 'done']) as q where survey_id = $1 and id % 3 <> 0`,
    [survey.surveyId],
  )
  await change(survey.responseIds)
  model = { ...(await loadSurveyModelById(database, survey.surveyId)), timeZone: 'Europe/Stockholm' }
})

afterAll(async () => {
  await closeAnalytics()
  await database.drop()
})

async function change(ids: readonly number[]): Promise<void> {
  await database.db.transaction().execute((trx) => appendChange(trx, survey.surveyId, [...ids]))
  await caughtUp(analytics, database.pool)
}

const expressions = [
  'alerts(reopened)',
  'alerttime(first)',
  'alerttime(close)',
  'alertshare(due)',
  'alertshare(reopened)',
  'alertreason(cause, 1)',
  'alertreason(mended, 3)',
]

/** Value and n of each function, by the name of the group. */
async function figures(by: GroupBy, where = ''): Promise<Record<string, [number | null, number][]>> {
  const indicators = expressions.map((expression) => ({ key: expression, expression: expression + where }))
  const deps = { db: database.db, analytics, clock: { now: () => now } }
  const { rows: found } = await aggregate(deps, model, systemScopes(model).caseScope, {
    conditions: [],
    by,
    indicators,
  })
  return Object.fromEntries(
    found.map(({ key, values }) => [
      key.name,
      values.map(({ value, n }): [number | null, number] => [round(value), n]),
    ]),
  )
}

const round = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6)

/** The same by one statement over PostgreSQL's own rows. */
async function counted(group: string, where = 'true'): Promise<Record<string, [number | null, number][]>> {
  const { rows: found } = await database.pool.query<{ name: string; numbers: (number | null)[] }>(
    `with a as (
       select alert.*, ${group} as name, coalesce(handled_at, closed_at) as begun,
              (select choice from alert_answer where alert_id = alert.id and question = 'cause' and choice > 0) as cause,
              (select choice from alert_answer where alert_id = alert.id and question = 'mended' and choice > 0) as mended,
              due_at is not null and (closed_at is not null or due_at < $2) as decided
         from alert join response r on r.id = response_id
        where r.survey_id = $1 and r.state = 0 and ${where})
     select name, array[
       count(*) filter (where reopened > 0), count(*) filter (where reopened > 0),
       percentile_cont(0.5) within group (order by extract(epoch from begun - created_at) / 3600), count(begun),
       percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at) / 3600), count(closed_at),
       100.0 * count(*) filter (where closed_at <= due_at) / nullif(count(*) filter (where decided), 0),
       count(*) filter (where decided),
       100.0 * count(*) filter (where reopened > 0) / nullif(count(*) filter (where reopened > 0 or state = 3), 0),
       count(*) filter (where reopened > 0 or state = 3),
       100.0 * count(*) filter (where cause = 1) / nullif(count(cause), 0), count(cause),
       100.0 * count(*) filter (where mended = 3) / nullif(count(mended), 0), count(mended)
     ]::float8[] as numbers from a group by name`,
    [survey.surveyId, startOfToday],
  )
  return Object.fromEntries(
    found.map(({ name, numbers }) => [
      name,
      expressions.map((_, at): [number | null, number] => [round(numbers[2 * at] ?? null), numbers[2 * at + 1] ?? 0]),
    ]),
  )
}

let startOfToday = '2026-02-10T23:00:00Z'

describe('figures of handled alerts', () => {
  test('agree with a count over the rows themselves, in all, by unit and by period, before and after a rebuild', async () => {
    const all = async () => [
      await figures('none'),
      await figures({ level: { view: 'shops', depth: 1 } }),
      await figures({ period: 'months' }),
      await figures('none', ' where overall <= 2'),
    ]
    const expected = [
      await counted(`''`),
      await counted(`r.answers->>'shop'`),
      await counted(`to_char(r.event_date, 'YYYY-MM')`),
      await counted(`''`, `(r.answers->>'overall')::int <= 2`),
    ]
    const found = await all()
    expect(found.map((one) => Object.values(one))).toEqual(expected.map((one) => Object.values(one)))
    expect(Object.keys(found[1] ?? {})).toEqual(Object.keys(expected[1] ?? {}).sort())
    // Each of them says something here.
    for (const [value, n] of Object.values(found[0] ?? {})[0] ?? []) expect([value, n > 20]).not.toContain(null)
    await rebuildAnalytics({ analytics })
    expect(await all()).toEqual(found)
  })

  test('follow what happens to an alert', async () => {
    const alert = await database.pool.query<{ id: number; response_id: number }>(
      `select a.id, response_id from alert a join response r on r.id = response_id
        where a.survey_id = $1 and a.state = 2 and r.state = 0 and due_at > a.created_at order by a.id limit 1`,
      [survey.surveyId],
    )
    const { id = 0, response_id = 0 } = alert.rows[0] ?? {}
    const steps = [
      `update alert set state = 6, handled_at = created_at + interval '3 hours' where id = $1`,
      `update alert set state = 3, closed_at = due_at + interval '1 second' where id = $1`,
      `update alert set state = 6, closed_at = null, reopened = 1 where id = $1`,
      `update alert set state = 3, closed_at = due_at where id = $1`,
      `insert into alert_answer (alert_id, question, choice) values ($1, 'cause', 1)
       on conflict (alert_id, question) do update set choice = case alert_answer.choice when 1 then 2 else 1 end`,
      `delete from alert where id = $1`,
    ]
    let before = await figures('none')
    for (const step of steps) {
      await database.pool.query(step, [id])
      await change([response_id])
      const after = await figures('none')
      expect(Object.values(after), step).toEqual(Object.values(await counted(`''`)))
      expect(after, step).not.toEqual(before)
      before = after
    }
  })

  test('count what is overdue as late from the next day of the survey on', async () => {
    const dueOf = async () => Object.values(await figures('none'))[0]?.[expressions.indexOf('alertshare(due)')]
    const today = await dueOf()
    now = new Date('2026-02-11T22:59:00Z')
    expect(await dueOf()).toEqual(today)
    now = new Date('2026-02-11T23:00:00Z')
    startOfToday = '2026-02-11T23:00:00Z'
    const next = await dueOf()
    expect(next?.[1]).toBeGreaterThan(today?.[1] ?? 0)
    expect(next?.[0]).toBeLessThan(today?.[0] ?? 0)
    expect([next]).toEqual([Object.values(await counted(`''`))[0]?.[expressions.indexOf('alertshare(due)')]])
  })
})
