// Lists of many samples: pages by each order, with a text and without, and suggestions; as root and as one region.
import { insertRole, insertSurveyRights } from '../../server/src/domain/build/role.ts'
import { insertUser } from '../../server/src/domain/build/user.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { write } from '../../server/src/domain/write.ts'
import { choicesOf, insertMember, makeListedSurvey, timeRequest } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { timeEach } from './measure.ts'
import { ms, seconds, verdict } from './printing.ts'

/** Samples, the places they are spread over, and the longest that 95 of 100 requests may take, in ms. */
const promised = { rows: 1_000_000, units: 1000, regions: 10, p95: 60 }
/** A request without an index to help may take this many times the bare statement of its rows, measured beside it. */
const overBare = 1.5

const extName = 'sample-lists'
const configuration = `
pages:
  - extname: customers
    kind: samples
    components:
      - { type: sample-table, config: { id: customers, columns: [customer, store, channel, rating, eventdate, state] } }
`
const firstNames = ['Anna', 'Erik', 'Maria', 'Lars', 'Karin', 'Anders', 'Eva', 'Johan', 'Sara', 'Per', 'Ida', 'Nils']

/** Measures pages and suggestions; `share` of the promised rows, to try it quickly. */
export async function measureSampleLists(server: MeasuredServer, share: number): Promise<void> {
  const rows = Math.round(promised.rows * share)
  const began = performance.now()
  const { universeId, surveyId } = await makeSurvey(server, rows)
  const made = seconds(performance.now() - began)
  console.log(`\nlists of ${rows} samples in ${promised.units} places, made in ${made}; goal p95 ${promised.p95} ms`)
  const page = (query: string) => `/rest/widgets/data/${extName}/customers/root?${query}`
  const suggestions = (term: string) => `/rest/samples/suggestions/${extName}/customers/root?term=${term}`
  const lower = (name: string) => `lower(r.answers->>'${name}')`
  const asked: [string, (run: number) => string, string][] = [
    ['first page', () => page(''), 'true order by r.event_date desc, r.id desc limit 50'],
    [
      'page 100',
      (run) => page(`rowFrom=${4950 + run}&rowTo=${5000 + run}`),
      'true order by r.event_date desc, r.id desc limit 50 offset 4950',
    ],
    ['by a text', () => page('sortVar=customer&sortDesc=false'), `true order by ${lower('customer')} limit 50`],
    ['by a choice', () => page('sortVar=store&sortDesc=true'), `true order by ${lower('store')} desc limit 50`],
    [
      'by a number',
      () => page('sortVar=rating&sortDesc=true'),
      `true order by (r.answers->'rating')::float8 desc limit 50`,
    ],
    [
      'a rare text',
      (run) => page(`filter=${4711 + run}`),
      `position('4711' in ${lower('customer')}) > 0 order by r.event_date desc limit 50`,
    ],
    [
      'a usual text',
      () => page('filter=anna'),
      `position('anna' in ${lower('customer')}) > 0 order by r.event_date desc limit 50`,
    ],
    [
      'a place as text',
      () => page('filter=store17'),
      `position('store17' in ${lower('store')}) > 0 order by r.event_date desc limit 50`,
    ],
    ['nothing found', (run) => page(`filter=nobody${run}`), `position('nobody' in ${lower('customer')}) > 0 limit 50`],
    ['suggest rare', (run) => suggestions(`4711${run}`), `position('4711' in ${lower('customer')}) > 0 limit 10`],
    [
      'suggest usual',
      (run) => suggestions('annaeri'.slice(0, 3 + (run % 3))),
      `position('ann' in ${lower('customer')}) > 0 limit 10`,
    ],
    ['suggest none', (run) => suggestions(`nobody${run}`), `position('nobody' in ${lower('customer')}) > 0 limit 10`],
  ]
  for (const username of ['everything', 'regional']) {
    const ask = await server.asker(universeId, username)
    console.log(username)
    for (const [name, url, bare] of asked) {
      const { p95, line } = await timeRequest(ask, name, url)
      const kept = p95 <= promised.p95
      const reference = kept ? null : await bareTime(server, surveyId, bare)
      const beside = reference === null ? '' : `  bare ${ms(reference)} ms`
      const isReached = reference === null || p95 <= overBare * reference
      console.log(`${line}${beside}   ${verdict(isReached)}`)
    }
  }
}

/** A statement that reads such rows and their number, with nothing around it; median in ms. */
async function bareTime({ deps }: MeasuredServer, surveyId: number, rest: string): Promise<number> {
  const where = rest.split(' order by ')[0]?.split(' limit ')[0]
  const { p50 } = await timeEach([1, 2, 3], () =>
    Promise.all([
      deps.pool.query(`select r.id, r.answers from response r where r.survey_id = ${surveyId} and ${rest}`),
      deps.pool.query(`select count(*) from response r where r.survey_id = ${surveyId} and ${where}`),
    ]),
  )
  return p50
}

async function makeSurvey({ deps }: MeasuredServer, rows: number): Promise<{ universeId: number; surveyId: number }> {
  const questions = [
    { variable: 'channel', type: 'single', choices: choicesOf(['web', 'phone', 'visit']) },
    { variable: 'rating', type: 'scale', scale: [0, 10] },
    { variable: 'customer', type: 'text' },
    { variable: 'comment', type: 'text' },
  ] as const
  const { universeId, surveyId, unitIds } = await makeListedSurvey(
    deps,
    { extName, configuration, questions },
    promised,
  )
  await deps.pool.query(
    `insert into response (survey_id, state, event_date, unit_ids, contact, answers)
     select $1, n % 5, '2024-01-01'::date + (hashint4(n) & 65535) % 700, array[($3::int[])[1 + n % $4::int]],
            jsonb_build_object('name', name, 'email', lower(replace(name, ' ', '.')) || '@example.org'),
            jsonb_build_object('region', 'region' || (n % $4::int) % $5::int, 'store', 'store' || n % $4::int,
              'channel', (array['web', 'phone', 'visit'])[1 + n % 3], 'rating', n % 11, 'customer', name,
              'comment', 'What customer ' || n || ' said of the visit')
       from (select n, ($6::text[])[1 + n % 12] || ' Person' || n as name from generate_series(1, $2::int) n) made`,
    [surveyId, rows, unitIds, promised.units, promised.regions, firstNames],
  )
  await insertUser(deps.db, { username: 'everything', email: 'everything@example.org', isRoot: true })
  const roleId = await insertRole(deps.db, universeId, { name: 'region' })
  await insertSurveyRights(deps.db, { roleId, surveyId }, { canViewSamples: true })
  await insertMember(deps, { universeId, roleId }, 'regional', { region: ['region3'] })
  await write(programContext(deps, 'bench'), (tx) => tx.surveyChanged(surveyId))
  await deps.pool.query('vacuum analyze response')
  await deps.analytics.feed.catchUp()
  return { universeId, surveyId }
}
