import type { SignInResult } from '@gensvar/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { aggregate } from '../../platform/analytics/aggregate.ts'
import type { Database } from '../../platform/db-types.ts'
import { readIdentity } from '../../platform/rights/identity-store.ts'
import { verifyPassword } from '../../platform/rights/password.ts'
import { surveyAccess, systemScopes } from '../../platform/rights/survey-access.ts'
import { loadSurveyModel } from '../../platform/survey-model.ts'
import { createUniverse } from '../../testing/factories.ts'
import { TestBrowser, signInAtProvider } from '../../testing/provider-sign-in.ts'
import { testApp, testDeps } from '../../testing/test-app.ts'
import type { TestApp, TestDeps } from '../../testing/test-app.ts'
import { planBank } from './bank/bank-survey.ts'
import { planOrders } from './orders/orders-survey.ts'
import type { PlannedResponse, PlannedSurvey } from './plan.ts'
import { planRetail } from './retail/retail-survey.ts'
import { seedDemo } from './service.ts'
import type { DemoOutcome, DemoSurvey } from './service.ts'

const clock = { now: () => new Date('2026-03-31T10:00:00Z') }

/** Part of the bank's answers that the small demo has. */
const bankShare = 0.025

/** The demo with fewer rows; everything else is as usual. */
function smallDemo(today: string): DemoSurvey[] {
  return [
    { universe: 'retail', plan: planRetail(today, { completed: 4_000, spam: 20, samples: 600 }) },
    { universe: 'retail', plan: planOrders(today, { completed: 400, samples: 50 }) },
    { universe: 'bank', plan: planBank(today, bankShare) },
  ]
}

async function countRows(server: TestDeps, table: keyof Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.deps.db)
  return rows[0]?.n ?? -1
}

describe('the demo once made', () => {
  let server: TestApp
  const percentages: number[] = []
  let outcome: DemoOutcome

  beforeAll(async () => {
    server = await testApp({ clock })
    outcome = await seedDemo(server.deps, { surveys: smallDemo, onProgress: (percent) => percentages.push(percent) })
  })

  afterAll(() => server.close())

  test('was followed in percent up to the end', () => {
    expect(outcome).toBe('made')
    expect(percentages.at(-1)).toBe(100)
    expect(percentages).toEqual([...new Set(percentages)].sort((a, b) => a - b))
    expect(percentages.length).toBeGreaterThan(5)
  })

  test('holds every row, and is left alone at the next start', async () => {
    const rows = await countRows(server, 'response')
    expect(rows).toBe(4_620 + 450 + planBank('2026-03-31', bankShare).size)
    expect(await seedDemo(server.deps, { surveys: smallDemo })).toBe('present')
    expect(await countRows(server, 'response')).toBe(rows)
  })

  test.each([
    { universe: 'retail', survey: 'visits' },
    { universe: 'bank', survey: 'customers' },
  ])('has figures whose children sum to their parents on every level of $survey', async ({ universe, survey }) => {
    const { id } = await server.deps.db
      .selectFrom('universe')
      .select('id')
      .where('name', '=', universe)
      .executeTakeFirstOrThrow()
    const model = { ...(await loadSurveyModel(server.deps, id, survey)), anonymity: null }
    const scope = systemScopes(model).caseScope
    const count = [{ key: 'n', expression: 'count()' }]
    const ask = async (by: Parameters<typeof aggregate>[3]['by']) =>
      (await aggregate(server.deps, model, scope, { conditions: [], by, indicators: count })).rows
    const [whole] = await ask('none')
    const total = whole!.values[0]!.value
    expect(total).toBeGreaterThan(800)
    for (const view of model.views)
      for (let depth = 1; depth <= view.levels.length; depth++) {
        const rows = await ask({ level: { view: view.extName, depth } })
        expect(
          rows.reduce((sum, row) => sum + (row.values[0]!.value ?? 0), 0),
          `${view.extName} ${depth}`,
        ).toBe(total)
      }
  })

  test('holds the alerts, sendings, records and comments of its responses', async () => {
    const [{ plan }] = smallDemo('2026-03-31') as [DemoSurvey]
    const rows = [...plan.responses()]
    const planned = (attached: (row: PlannedResponse) => readonly unknown[] | undefined): number =>
      rows.reduce((sum, row) => sum + (attached(row)?.length ?? 0), 0)
    expect(await countRows(server, 'recipient')).toBe(planned((row) => row.recipients))
    expect(await countRows(server, 'response_record')).toBe(planned((row) => row.records))
    expect(await countRows(server, 'response_comment')).toBe(planned((row) => row.comments))
    const { rows: alerts } = await sql<{ n: number }>`select count(*) as n from alert where rule = 'unhappy'`.execute(
      server.deps.db,
    )
    expect(alerts[0]!.n).toBe(planned((row) => row.alerts))
  })

  test('lets its users in with the password that is printed', async () => {
    const user = await server.deps.db
      .selectFrom('app_user')
      .selectAll()
      .where('username', '=', 'store')
      .executeTakeFirstOrThrow()
    expect(await verifyPassword('demo', user.password_hash)).toBe(true)
    expect(user.demo).toBe(true)
  })

  test.each([
    { username: 'root', flag: '', loginStatus: 0 },
    { username: 'admin', flag: '', loginStatus: 0 },
    { username: 'store', flag: '', loginStatus: 0 },
    { username: 'unknown', flag: '', loginStatus: 1 },
    { username: 'two', flag: '', loginStatus: 5 },
    { username: 'overview', flag: '', loginStatus: 6 },
    { username: 'deputy', flag: 'actas', loginStatus: 7 },
    { username: 'elsewhere', flag: '', loginStatus: 9 },
  ])('shows login status $loginStatus to $username', async ({ username, flag, loginStatus }) => {
    expect(await signIn(server, username, flag)).toMatchObject({ loginStatus, username })
  })

  test('shows each user the surveys of their role, and only their part of them', async () => {
    const surveysOf = async (username: string) =>
      (await signIn(server, username)).surveys.map((survey) => survey.extName)
    expect(await surveysOf('admin')).toEqual(['visits', 'e-commerce'])
    expect(await surveysOf('region')).toEqual(['visits'])
    expect(await surveysOf('bank')).toEqual(['customers'])
    const [all, region, store, channel] = await Promise.all(['admin', 'region', 'store', 'channel'].map(interviewsOf))
    expect(store!).toBeGreaterThan(0)
    expect(store!).toBeLessThan(region!)
    expect(region!).toBeLessThan(channel!)
    expect(channel!).toBeLessThan(all!)
  })

  /** How many interviews of the visits a user may open. */
  async function interviewsOf(username: string): Promise<number> {
    const { deps } = server
    const { userId, universeId } = await deps.db
      .selectFrom('app_user')
      .innerJoin('user_universe', 'user_universe.user_id', 'app_user.id')
      .select(['app_user.id as userId', 'user_universe.universe_id as universeId'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const identity = await readIdentity(deps.db, {
      sessionId: 0,
      userId,
      universeId,
      actorUserId: null,
      expiresAt: clock.now(),
    })
    const { model, caseScope } = await surveyAccess({ ...deps, identity: identity! }, 'visits')
    const { rows } = await aggregate(deps, model, caseScope, {
      conditions: [],
      by: 'none',
      indicators: [{ key: 'n', expression: 'count()' }],
    })
    return rows[0]!.values[0]!.value ?? 0
  }
})

describe('making the demo', () => {
  test('is begun anew after it was broken off, and leaves nothing of the first attempt', async () => {
    const server = await testApp({ clock })
    onTestFinished(() => server.close())
    const broken = (today: string): DemoSurvey[] =>
      smallDemo(today).map((survey) => ({ ...survey, plan: breakingOff(survey.plan, 2_500) }))
    await expect(seedDemo(server.deps, { surveys: broken })).rejects.toThrow('power cut')
    expect(await countRows(server, 'response')).toBeGreaterThan(0)
    const users = await countRows(server, 'app_user')
    const early = await signIn(server, 'store')
    expect(early.loginStatus).toBe(8)
    expect(early.loadStatus > 0 && early.loadStatus < 100).toBe(true)
    expect(await seedDemo(server.deps, { surveys: smallDemo })).toBe('made')
    expect(await countRows(server, 'response')).toBe(4_620 + 450 + planBank('2026-03-31', bankShare).size)
    expect(await countRows(server, 'survey')).toBe(3)
    expect(await countRows(server, 'app_user')).toBe(users)
    expect(await signIn(server, 'store')).toMatchObject({ loginStatus: 0, loadStatus: 100 })
  })

  test('is not done where the demo is switched off, nor over what has its names', async () => {
    const server = await testDeps({ clock })
    onTestFinished(() => server.close())
    const off = { ...server.deps, config: { ...server.deps.config, demo: false } }
    expect(await seedDemo(off, { surveys: smallDemo })).toBe('off')
    expect(await countRows(server, 'universe')).toBe(0)
    await createUniverse(server.deps.db, { name: 'retail' })
    expect(await seedDemo(server.deps, { surveys: smallDemo })).toBe('taken')
    expect(await countRows(server, 'app_user')).toBe(0)
  })
})

async function signIn(server: TestApp, username: string, flag = ''): Promise<SignInResult> {
  const browser = new TestBrowser(server.app)
  const { access_token: token, id_token: idToken } = await signInAtProvider(browser, { demo: username })
  const response = await server.app.inject({
    method: 'POST',
    url: '/rest/authentication/login',
    headers: { host: browser.host },
    payload: { token, idToken, ...(flag && { flag }) },
  })
  expect(response.statusCode, response.body).toBe(200)
  return response.json<SignInResult>()
}

/** The plan, with a power cut after some of its rows. */
function breakingOff(plan: PlannedSurvey, after: number): PlannedSurvey {
  return {
    ...plan,
    *responses(): Generator<PlannedResponse> {
      let made = 0
      for (const response of plan.responses()) {
        if (++made > after) throw new Error('power cut')
        yield response
      }
    },
  }
}
