// Lists of many alerts: pages by each order, filters, texts and suggestions, and single alerts; as root, as one region and
// as one store.
import { insertRole, insertSurveyRights } from '../../server/src/domain/build/role.ts'
import { insertUser } from '../../server/src/domain/build/user.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { write } from '../../server/src/domain/write.ts'
import { BareAlerts } from './bare-alerts.ts'
import { insertMember, makeListedSurvey, timeBeside } from './listed-survey.ts'
import type { ListedSurvey } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { seconds } from './printing.ts'

/** Alerts, interviews without one for each of them, their places, and the longest that 95 of 100 requests may take, in ms. */
const promised = { alerts: 100_000, others: 3, units: 1000, regions: 10, p95: 60 }

/** Users, and the places they see; null for all. */
const readers = [
  ['everything', null],
  ['regional', 'region3'],
  ['store', 'store3'],
] as const

const extName = 'alert-lists'
const configuration = `
respondent: { name: customer }
alerts:
  - { extname: unhappy, title: Unhappy customer, when: rating <= 3, info: "{customer}: {comment}", due: 2d, questions: [{ questionId: done, type: Text, title: Done }] }
  - { extname: slow, title: Slow service, when: rating <= 2, info: "{comment}" }
actions:
  items: [{ indicator: rating, goalMin: 0, goalMax: 10 }]
  kinds: [{ extname: training, title: Training }, { extname: staffing, title: Staffing }]
pages:
  - extname: actions
    components:
      - { type: action-manager, config: { id: manager, size: 12, anchorable: true } }
      - { type: action-overview, config: { id: overview, size: 8 } }
      - { type: action-portfolio, config: { id: portfolio, size: 12 } }
  - extname: alerts
    kind: alerts
    components:
      - { type: alert-table, config: { id: alerts, size: 12, columns: [store, customer, title, state, owner, due, raised, rating] } }
`

/** The survey that lists are measured in. */
export interface ListsSurvey extends ListedSurvey {
  extName: string
}

/**
 * Measures lists, counts, suggestions and details; `share` of the promised alerts, to try it quickly. Returns the survey,
 * for further lists.
 */
export async function measureAlertLists(server: MeasuredServer, share: number): Promise<ListsSurvey> {
  const alerts = Math.round(promised.alerts * share)
  const began = performance.now()
  const { ids, ...survey } = await makeSurvey(server, alerts)
  const { universeId } = survey
  const made = seconds(performance.now() - began)
  console.log(`\nlists of ${alerts} alerts in ${promised.units} places, made in ${made}; goal p95 ${promised.p95} ms`)
  const page = (query: string, path = 'root') => `/rest/widgets/data/${extName}/alerts/${path}?${query}`
  const suggestions = (term: string) => `/rest/alerts/suggestions/${extName}/alerts/root?term=${term}`
  const usual = (run: number) => 'annaeri'.slice(0, 3 + (run % 3))
  const day = (run: number) => `010${1 + (run % 6)}2025`
  const since = (run: number) => `2025-01-0${1 + (run % 6)}`
  const asked: [string, (run: number) => string, (bare: BareAlerts, run: number) => Promise<number[] | void>][] = [
    ['first page', () => page(''), (bare) => bare.byDue()],
    ['open', () => page('states=open'), (bare) => bare.byDue('a.state = 2 and (a.state = 3) <= false')],
    [
      'not closed',
      () => page('states=open,processing'),
      (bare) => bare.byDue('a.state <> 3 and (a.state = 3) <= false'),
    ],
    ['closed', () => page('states=closed'), (bare) => bare.byDue('a.state = 3')],
    [
      'page 100',
      (run) => page(`rowFrom=${4950 + run}&rowTo=${5000 + run}`),
      (bare, run) => bare.byDue('true', { from: 4950 + run }),
    ],
    ['mine', () => page('mine=true'), (bare) => bare.byDue(`a.state <> 3 and a.owner_user_id = ${bare.userId}`)],
    ['overdue', () => page('overdue=true'), (bare) => bare.byDue('(a.state = 3) <= false and a.due_at < now()')],
    [
      'a period',
      (run) => page('', `date=custom_${day(run)}_31122025`),
      (bare, run) => bare.byDue('true', { since: since(run) }),
    ],
    ['by raised', () => page('sortVar=raised&sortDesc=true'), (bare) => bare.stored('alert_raised_at desc')],
    [
      'by state',
      () => page('sortVar=state&sortDesc=false'),
      (bare) => bare.stored('case alert_state when 2 then 1 when 6 then 2 else 3 end, alert_due_at'),
    ],
    ['by owner', () => page('sortVar=owner&sortDesc=false'), (bare) => bare.byOwner()],
    ['by a choice', () => page('sortVar=store&sortDesc=false'), (bare) => bare.byChoice('store')],
    ['by a number', () => page('sortVar=rating&sortDesc=true'), (bare) => bare.byNumber('rating')],
    ['a rare text', (run) => page(`filter=${4711 + run}`), (bare, run) => bare.byText('customer', `${4711 + run}`)],
    ['a usual text', () => page('filter=anna'), (bare) => bare.byText('customer', 'anna')],
    ['suggest rare', (run) => suggestions(`4711${run}`), (bare, run) => bare.suggestions('customer', `4711${run}`)],
    ['suggest usual', (run) => suggestions(usual(run)), (bare, run) => bare.suggestions('customer', usual(run))],
    ['count in bar', () => `/rest/surveys/status/${extName}/root?kind=alerts`, (bare) => bare.open()],
    [
      'an alert',
      (run) => `/rest/alerts/data/${extName}/${ids[run % ids.length]}`,
      (bare, run) => bare.rows([ids[run % ids.length] ?? 0]),
    ],
  ]
  for (const [username, place] of readers) {
    const ask = await server.asker(universeId, username)
    const bare = await BareAlerts.of(server, survey.surveyId, username, place)
    console.log(username)
    for (const [name, url, statements] of asked) {
      demandSame(name, await ask(url(0)), await statements(bare, 0))
      await timeBeside(name, {
        ask: (run) => ask(url(run)),
        bare: (run) => statements(bare, run),
        goal: promised.p95,
      })
    }
  }
  return survey
}

/** The bare statements must find what the list shows. */
function demandSame(name: string, answer: string, ids: readonly number[] | void): void {
  const list = (JSON.parse(answer) as { rankingData?: { rows: { alertId: number }[] } }).rankingData
  if (list && JSON.stringify(list.rows.map(({ alertId }) => alertId)) !== JSON.stringify(ids))
    throw new Error(`${name}: the bare statements find other alerts`)
}

/** A survey with alerts of two years, nine of ten closed; `ids` are some that every measured user may open. */
async function makeSurvey({ deps }: MeasuredServer, alerts: number): Promise<ListsSurvey & { ids: number[] }> {
  const questions = [
    { variable: 'rating', type: 'scale', scale: [0, 10] },
    { variable: 'customer', type: 'text' },
    { variable: 'comment', type: 'text' },
  ] as const
  const survey = await makeListedSurvey(deps, { extName, configuration, questions }, promised)
  const { universeId, surveyId, unitIds } = survey
  await insertUser(deps.db, { username: 'everything', email: 'everything@example.org', isRoot: true })
  const roleId = await insertRole(deps.db, universeId, { name: 'handling' })
  await insertSurveyRights(deps.db, { roleId, surveyId }, { canHandleAlerts: true })
  const member = (username: string, filters: Record<string, string[]>) =>
    insertMember(deps, { universeId, roleId }, username, filters)
  const owners = [await member('regional', { region: ['region3'] }), await member('store', { store: ['store3'] })]
  for (let at = 0; at < 98; at++) owners.push(await member(`owner${at}`, { store: [`store${at}`] }))
  await deps.pool.query(
    `insert into response (survey_id, state, event_date, completed_at, unit_ids, contact, answers)
     select $1, 0, '2024-01-01'::date + (hashint4(n) & 65535) % 700, now(), array[($3::int[])[1 + n % $4::int]],
            jsonb_build_object('email', 'person' || n % 50000 || '@example.org', 'phone', '+4670' || n % 70000),
            jsonb_build_object('region', 'region' || (n % $4::int) % $5::int, 'store', 'store' || n % $4::int,
              'rating', n % 11, 'customer', ($6::text[])[1 + n % 6] || ' Person' || n,
              'comment', 'What customer ' || n || ' said of the visit, and of much else that was on their mind then')
       from generate_series(1, $2::int) n`,
    [
      surveyId,
      alerts * (1 + promised.others),
      survey.unitIds,
      promised.units,
      promised.regions,
      ['Anna', 'Erik', 'Maria', 'Lars', 'Karin', 'Eva'],
    ],
  )
  await deps.pool.query(
    `insert into alert (survey_id, response_id, rule, state, created_at, closed_at, owner_user_id, due_at)
     select $1, id, case when n % 3 = 0 then 'slow' else 'unhappy' end,
            case when n % 20 = 7 then 2 when n % 20 = 13 then 6 else 3 end,
            event_date + time '10:00', case when n % 20 in (7, 13) then null else event_date + interval '3 days' end,
            ($3::int[])[1 + (hashint4(n::int) & 65535) % 100], event_date + interval '2 days 17 hours'
       from (select id, event_date, row_number() over (order by id) as n from response
              where survey_id = $1 and (id / 1000) % $2::int = 0) one`,
    [surveyId, 1 + promised.others, owners],
  )
  await write(programContext(deps, 'bench'), (tx) => tx.surveyChanged(surveyId))
  await deps.pool.query('vacuum analyze response')
  await deps.pool.query('vacuum analyze alert')
  await deps.analytics.feed.catchUp()
  const { rows } = await deps.pool.query<{ id: number }>(
    `select a.id from alert a join response r on r.id = a.response_id where r.answers->>'store' = 'store3' and a.survey_id = $1 limit 100`,
    [surveyId],
  )
  return { extName, universeId, surveyId, unitIds, ids: rows.map(({ id }) => id) }
}
