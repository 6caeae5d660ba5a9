// The list of users of a large organisation: its pages, orders, filters and searches.
import { insertRole, insertSurveyRights, fullSurveyRights } from '../../server/src/domain/build/role.ts'
import { insertMembership, insertUser } from '../../server/src/domain/build/user.ts'
import { makeListedSurvey, timeRequest } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { verdict } from './printing.ts'

/** Users, and the longest that 95 of 100 requests may take, in ms. */
const promised = { users: 50_000, p95: 60 }

/** Users that are added in a transaction, and transactions at a time. */
const batch = 500
const atOnce = 6

const extName = 'people-list'

/** Measures the list of users of an organisation; `share` of the promised users, to try it quickly. */
export async function measureUserList(server: MeasuredServer, share: number): Promise<void> {
  const survey = { extName, configuration: 'pages: []\n', questions: [] }
  const { universeId, surveyId } = await makeListedSurvey(server.deps, survey, { units: 40, regions: 10 })
  const users = Math.round(promised.users * share)
  await addUsers(server, { universeId, surveyId, users })
  console.log(`\n${users} users; goal p95 ${promised.p95} ms`)
  const list = (query: string) => `/rest/users/list/${extName}?${query}`
  const asked: [string, (run: number) => string][] = [
    ['first page', () => list('status=0')],
    ['later page', (run) => list(`status=0&rowFrom=${run * 100}&rowTo=${run * 100 + 100}`)],
    ['last page', () => list(`status=0&rowFrom=${users - 1000}&rowTo=${users - 900}`)],
    ['by name', () => list('status=0&sortVar=name')],
    ['by last sign-in', () => list('status=all&sortVar=lastLogin&sortDesc=true')],
    ['by role', () => list('status=0&sortVar=selectedRoleName')],
    ['disabled', () => list('status=1')],
    ['search', (run) => list(`status=all&filter=user${run}%40`)],
    ['search for none', () => list('status=all&filter=nobody%20like%20this')],
  ]
  for (const username of ['root', 'people-admin', 'people-adder']) {
    const ask = await server.asker(universeId, username)
    console.log(username)
    for (const [name, url] of asked) {
      const { p95, line } = await timeRequest(ask, name, url)
      console.log(`${line}   ${verdict(p95 <= promised.p95)}`)
    }
  }
}

/** Adds users of ten roles, half of them with a filter, an administrator, and one who may add users and is limited. */
async function addUsers(
  { deps }: MeasuredServer,
  { universeId, surveyId, users }: { universeId: number; surveyId: number; users: number },
): Promise<void> {
  const { db } = deps
  const roles: number[] = []
  for (let n = 0; n < 10; n++) {
    const roleId = await insertRole(db, universeId, { name: `people-${n}`, canAddUsers: n === 0 })
    await insertSurveyRights(db, { roleId, surveyId }, n === 0 ? fullSurveyRights : {})
    roles.push(roleId)
  }
  const roleOf = (n: number): number => roles[n % roles.length] ?? 0
  const begins = Array.from({ length: Math.ceil(users / batch) }, (_, at) => at * batch)
  const work = async (): Promise<void> => {
    for (let from = begins.pop(); from !== undefined; from = begins.pop()) {
      const first = from
      await db.transaction().execute(async (trx) => {
        for (let n = first; n < Math.min(users, first + batch); n++) {
          const username = `user${n}@example.org`
          const userId = await insertUser(trx, {
            username,
            email: username,
            firstName: `Kim ${n % 977}`,
            lastName: `Berg ${n}`,
          })
          const filters: Record<string, string[]> = n % 2 === 0 ? { store: [`store${n % 40}`] } : {}
          await insertMembership(trx, { userId, universeId, roleId: roleOf(n), disabled: n % 20 === 0, filters })
        }
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const [username, admin, filters] of [
    ['people-admin', true, {}],
    ['people-adder', false, { region: ['region3'] }],
  ] as const) {
    const userId = await insertUser(db, { username, email: `${username}@example.org` })
    await insertMembership(db, { userId, universeId, roleId: roleOf(0), admin, filters })
  }
  await deps.pool.query(
    `update app_user set last_login = now() - id * interval '1 minute' where username like 'user%' and id % 3 > 0`,
  )
  for (const table of ['app_user', 'user_universe', 'user_filter']) await deps.pool.query(`vacuum analyze ${table}`)
}
