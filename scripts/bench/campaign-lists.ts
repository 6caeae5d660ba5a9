// The messages of a campaign of millions: pages by each order, of each state, and with a text; as root and as one region.
import { insertRole, insertSurveyRights } from '../../server/src/domain/build/role.ts'
import { insertUser } from '../../server/src/domain/build/user.ts'
import { programContext } from '../../server/src/domain/context.ts'
import type { Deps } from '../../server/src/domain/context.ts'
import { write } from '../../server/src/domain/write.ts'
import { insertMember, makeListedSurvey, timeRequest } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { ms, seconds, verdict } from './printing.ts'

/** Messages, and the longest that 95 of 100 requests of a page may take, in ms: by an index, and by any other order. */
const promised = { rows: 5_000_000, units: 1000, regions: 10, p95: 100, other: 3000 }

const extName = 'campaign-lists'
const configuration = 'respondent: { name: customer }'

/** Measures pages of messages; `share` of the promised rows, to try it quickly. */
export async function measureCampaignLists(server: MeasuredServer, share: number): Promise<void> {
  const rows = Math.round(promised.rows * share)
  const began = performance.now()
  const { universeId, campaignId } = await makeMessages(server.deps, rows)
  console.log(`\nlists of ${rows} messages, made in ${seconds(performance.now() - began)}; goal p95 ${promised.p95} ms`)
  const page = (query: string): string => `/rest/mailcampaign/trackings/${extName}/${campaignId}/-?${query}`
  const number = (run: number): number => 1 + ((run * 7919) % rows)
  const quick: [string, (run: number) => string][] = [
    ['first page', () => page('')],
    ['page 100', (run) => page(`from=${4950 + run}&to=${5000 + run}`)],
    ...(
      ['PENDING', 'SENT', 'FAILED', 'UNKNOWN', 'BOUNCED', 'OPENED', 'CLICKED', 'ANSWERED', 'UNSUBSCRIBED'] as const
    ).map((state): [string, (run: number) => string] => [state.toLowerCase(), () => page(`state=${state}`)]),
    ['an address', (run) => page(`text=person${number(run)}@`)],
    ['its beginning', (run) => page(`text=person${String(number(run)).slice(0, 5)}`)],
  ]
  const other: [string, (run: number) => string][] = [
    ...['updatedTime', 'status', 'openCount', 'clickCount', 'address', 'name'].map(
      (by): [string, (run: number) => string] => [`by ${by}`, (run) => page(`sortBy=${by}&sortDesc=${run % 2 === 0}`)],
    ),
    ['a name', (run) => page(`text=${encodeURIComponent('Anna Person')}${run}`)],
  ]
  for (const username of ['everything', 'regional']) {
    const ask = await server.asker(universeId, username)
    console.log(username)
    for (const [limit, requests] of [
      [promised.p95, quick],
      [promised.other, other],
    ] as const)
      for (const [name, url] of requests) {
        const { p95, line } = await timeRequest(ask, name, url, limit === promised.p95 ? undefined : 6)
        console.log(`${line}   ${verdict(p95 <= limit)}${p95 <= limit ? '' : ` (goal ${ms(limit)} ms)`}`)
      }
  }
}

/** A campaign that has written to so many people. */
async function makeMessages(deps: Deps, rows: number): Promise<{ universeId: number; campaignId: number }> {
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
    `insert into recipient (campaign_id, response_id, state, address, sent_at, updated_at, open_count, click_count,
                            answered, bounce, unsubscribed)
     select $1, id, case when n % 10 = 0 then 'PENDING' when n % 1000 = 1 then 'FAILED' when n % 10000 = 2 then 'UNKNOWN'
                         else 'SENT' end,
            contact->>'email', '2026-01-01'::timestamptz + n * interval '1 second' / 100,
            '2026-01-01'::timestamptz + (hashint4(n::int) & 1048575) * interval '1 second',
            case when n % 3 = 0 then n % 7 else 0 end, case when n % 9 = 0 then n % 3 else 0 end, n % 11 = 0,
            case when n % 200 = 5 then 'hard' end, n % 500 = 5
       from (select id, contact, row_number() over (order by id) as n from response where survey_id = $2) r order by n`,
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
  return { universeId, campaignId }
}
