// The messages of a campaign of millions: pages by each order, of each state, and with a text; as root and as one region.
import { insertRole, insertSurveyRights } from '../../server/src/domain/build/role.ts'
import { insertUser } from '../../server/src/domain/build/user.ts'
import { programContext } from '../../server/src/domain/context.ts'
import type { Deps } from '../../server/src/domain/context.ts'
import { write } from '../../server/src/domain/write.ts'
import { BareMessages } from './bare-messages.ts'
import { insertMember, makeListedSurvey, timeBeside, timeRequest } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { ms, seconds, verdict } from './printing.ts'

/** Messages, and the longest that 95 of 100 requests of a page may take, in ms: by an index, and by any other order. */
const promised = { rows: 5_000_000, units: 1000, regions: 10, p95: 100, other: 3000 }

/** Users, and the region they see; null for all. */
const readers = [
  ['everything', null],
  ['regional', 'region3'],
] as const

const arrived = `m.state = 'SENT' and m.bounce is null`

/** What is true of the messages of each filter. */
const whichOf = {
  PENDING: `m.state in ('PENDING', 'SENDING')`,
  SENT: `m.state = 'SENT'`,
  FAILED: `m.state = 'FAILED'`,
  UNKNOWN: `m.state = 'UNKNOWN'`,
  BOUNCED: `m.state = 'SENT' and m.bounce is not null`,
  OPENED: `${arrived} and m.open_count > 0`,
  CLICKED: `${arrived} and m.click_count > 0`,
  ANSWERED: `${arrived} and m.answered`,
  UNSUBSCRIBED: `${arrived} and m.unsubscribed`,
}

function begins(text: string): string {
  return `lower(m.address) collate "C" like '${text}%'`
}

const extName = 'campaign-lists'
const configuration = 'respondent: { name: customer }'

/** Measures pages of messages; `share` of the promised rows, to try it quickly. */
export async function measureCampaignLists(server: MeasuredServer, share: number): Promise<void> {
  const rows = Math.round(promised.rows * share)
  const began = performance.now()
  const { universeId, surveyId, campaignId } = await makeMessages(server.deps, rows)
  console.log(`\nlists of ${rows} messages, made in ${seconds(performance.now() - began)}; goal p95 ${promised.p95} ms`)
  const page = (query: string): string => `/rest/mailcampaign/trackings/${extName}/${campaignId}/-?${query}`
  const number = (run: number): number => 1 + ((run * 7919) % rows)
  const text = (run: number): string => `person${number(run)}@`
  const beginning = (run: number): string => `person${String(number(run)).slice(0, 5)}`
  type Requests = [string, (run: number) => string, (bare: BareMessages, run: number) => Promise<number[]>][]
  const quick: Requests = [
    ['first page', () => page(''), (bare) => bare.newest('true')],
    [
      'page 100',
      (run) => page(`from=${4950 + run}&to=${5000 + run}`),
      (bare, run) =>
        bare.isLimited ? bare.stored('true', { from: 4950 + run }) : bare.newest('true', { from: 4950 + run }),
    ],
    ...Object.entries(whichOf).map(([state, which]): Requests[number] => [
      state.toLowerCase(),
      () => page(`state=${state}`),
      // One region has few that wait: the store finds them without a look at every respondent.
      (bare) => (state === 'PENDING' && bare.isLimited ? bare.stored(which) : bare.newest(which)),
    ]),
    ['an address', (run) => page(`text=${text(run)}`), (bare, run) => bare.newest(begins(text(run)))],
    ['its beginning', (run) => page(`text=${beginning(run)}`), (bare, run) => bare.newest(begins(beginning(run)))],
  ]
  const other: [string, (run: number) => string][] = [
    ...['updatedTime', 'status', 'openCount', 'clickCount', 'address'].map((by): [string, (run: number) => string] => [
      `by ${by}`,
      (run) => page(`sortBy=${by}&sortDesc=${run % 2 === 0}`),
    ]),
  ]
  const names = {
    rare: (run: number): string => `Anna Person${number(run)}`,
    many: (run: number): string => `Anna Person${run % 10}`,
    most: (): string => 'anna',
  }
  for (const [username, place] of readers) {
    const ask = await server.asker(universeId, username)
    const bare = await BareMessages.of(server, { surveyId, campaignId }, place)
    console.log(username)
    for (const [name, url, statements] of quick) {
      demandSame(name, await ask(url(0)), await statements(bare, 0))
      const work = { ask: (run: number) => ask(url(run)), bare: (run: number) => statements(bare, run) }
      await timeBeside(name, { ...work, goal: promised.p95 })
    }
    for (const [name, url] of other) {
      const { p95, line } = await timeRequest(ask, name, url, 6)
      console.log(`${line}   ${verdict(p95 <= promised.other)} (goal ${ms(promised.other)} ms)`)
    }
    const directions = ['asc', 'desc'] as const
    const way = (run: number): 'asc' | 'desc' => directions[run % 2] ?? 'asc'
    const byName = (run: number): string => page(`sortBy=name&sortDesc=${way(run) === 'desc'}`)
    demandSame('by name', await ask(byName(0)), await bare.byName(way(0)))
    const work = { ask: (run: number) => ask(byName(run)), bare: (run: number) => bare.byName(way(run)) }
    await timeBeside('by name', { ...work, goal: promised.other, times: 10 })
    for (const [name, nameOf] of Object.entries(names)) {
      const url = (run: number): string => page(`text=${encodeURIComponent(nameOf(run))}`)
      demandSame(name, await ask(url(0)), await bare.named(nameOf(0)))
      const work = { ask: (run: number) => ask(url(run)), bare: (run: number) => bare.named(nameOf(run)) }
      await timeBeside(`a name of ${name}`, { ...work, goal: promised.other, times: 10 })
    }
  }
}

/** The bare statements must find what the list shows. */
function demandSame(name: string, answer: string, ids: readonly number[]): void {
  const { rows } = JSON.parse(answer) as { rows: { id: number }[] }
  if (JSON.stringify(rows.map(({ id }) => id)) !== JSON.stringify(ids))
    throw new Error(
      `${name}: the bare statements find other messages: ${rows.map(({ id }) => id).join()} instead of ${ids.join()}`,
    )
}

/** A campaign that has written to so many people. */
async function makeMessages(
  deps: Deps,
  rows: number,
): Promise<{ universeId: number; surveyId: number; campaignId: number }> {
  const questions = [{ variable: 'customer', type: 'text' }] as const
  const survey = { extName, configuration, questions }
  const { universeId, surveyId, unitIds } = await makeListedSurvey(deps, survey, promised)
  const { pool } = deps
  await pool.query(
    `insert into response (survey_id, state, event_date, unit_ids, contact, answers)
     select $1, 2, '2024-01-01'::date + (hashint4(n) & 65535) % 700, array[($3::int[])[1 + n % $4::int]],
            jsonb_build_object('name', name, 'email', 'person' || n || '@example.org'),
            jsonb_build_object('region', 'region' || (n % $4::int) % $5::int, 'store', 'store' || n % $4::int)
       from (select n, ($6::text[])[1 + n % 6] || ' Person' || n as name from generate_series(1, $2::int) n) made`,
    [surveyId, rows, unitIds, promised.units, promised.regions, ['Anna', 'Erik', 'Maria', 'Lars', 'Karin', 'Eva']],
  )
  const campaign = await pool.query<{ id: number }>(
    `insert into campaign (survey_id, ext_name, title, sending_type, state) values ($1, 'large', 'Large', 'EMAIL', 'STARTED')
     returning id`,
    [surveyId],
  )
  const campaignId = campaign.rows[0]?.id ?? 0
  const indexes = await pool.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
      where tablename = 'recipient' and indexname like 'recipient\\_%' and indexname not like '%key' and indexdef not like '%UNIQUE%'`,
  )
  // Kept up to date row by row they would take most of the time.
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`)
  await pool.query(
    // One region has few that wait, spread over all.
    `insert into recipient (campaign_id, response_id, state, address, sent_at, updated_at, answered, bounce, unsubscribed,
                            open_count, click_count, opened_at, clicked_at)
     select made.*, case when opens > 0 then sent end, case when clicks > 0 then sent end from (
     select $1::int, id, case when n % 10 = 0 or n % 10000 = 13 then 'PENDING' when n % 1000 = 1 then 'FAILED' when n % 10000 = 2 then 'UNKNOWN'
                         else 'SENT' end,
            contact->>'email', '2026-01-01'::timestamptz + n * interval '1 second' / 100 as sent,
            '2026-01-01'::timestamptz + (hashint4(n::int) & 1048575) * interval '1 second', n % 11 = 0,
            case when n % 200 = 5 then 'hard' end, n % 500 = 5, case when n % 3 = 0 then n % 7 else 0 end as opens,
            case when n % 9 = 0 then n % 7 else 0 end as clicks
       from (select id, contact, row_number() over (order by id) as n from response where survey_id = $2) r order by n) made`,
    [campaignId, surveyId],
  )
  for (const { made } of indexes.rows) await pool.query(made)
  await insertUser(deps.db, { username: 'everything', email: 'everything@example.org', isRoot: true })
  const roleId = await insertRole(deps.db, universeId, { name: 'region' })
  await insertSurveyRights(deps.db, { roleId, surveyId }, { canViewSamples: true })
  await insertMember(deps, { universeId, roleId }, 'regional', { region: ['region3'] })
  await write(programContext(deps, 'bench'), (tx) => tx.surveyChanged(surveyId))
  await pool.query('vacuum analyze response, recipient')
  await deps.analytics.feed.catchUp()
  return { universeId, surveyId, campaignId }
}
