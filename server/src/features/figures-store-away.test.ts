import { getHealth } from '@gensvar/contract/health'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { ClickHouse } from '#server/domain/figures/store/clickhouse/clickhouse.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { bearer, createSurvey, createUniverse, createUser, smallSurvey } from '#server/testing/factories.ts'
import { FaultyProxy } from '#server/testing/portability/faulty-proxy.ts'
import type { Fault } from '#server/testing/portability/faulty-proxy.ts'
import { addResponses } from '#server/testing/survey-data.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { newClickHouse } from '#server/testing/test-store.ts'

const config = `
version: 1
indicators: { answers: { title: Answers, expression: count(), decimals: 0 } }
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [answers] } }
`
/** How long a request may take in this test, in seconds. */
const requestSeconds = 3
/** A busy machine, and a connection that has to be found lost. */
const patience = { timeout: 60_000 }
const unreachable = "The figures' store cannot be reached. Try again in a moment."

let proxy: FaultyProxy
let server: TestApp
let survey: MadeSurvey
let headers: Record<string, string>
let count = 0
let asked = 0

describe.skipIf(inject('clickHouse') === null)('a ClickHouse that is away', () => {
  beforeAll(async () => {
    proxy = await FaultyProxy.before(await newClickHouse())
    const store = await ClickHouse.open({ url: proxy.url, lookPause: 500 })
    server = await testApp({ store, env: { GENSVAR_REQUEST_SECONDS: String(requestSeconds) } })
    const { db, analytics, pool } = server.deps
    const { id: universeId } = await createUniverse(db)
    survey = await createSurvey(db, universeId, { ...smallSurvey, config })
    const { id: userId } = await createUser(db, { isRoot: true })
    headers = bearer((await startSession(server.deps, { userId, universeId, actorUserId: null })).token)
    await caughtUp(analytics, pool)
    count = Number(await counted())
  })
  beforeEach(() => {
    proxy.fault = 'none'
  })
  afterAll(async () => {
    proxy.fault = 'none'
    await server.close()
    await proxy.close()
  })

  const ask = (call: string) => server.app.inject({ url: `/rest/${call}`, headers })
  /** Of a period that was never asked for: no kept result answers. */
  const figures = () => {
    const last = new Date(Date.UTC(2040, 0, ++asked)).toISOString().slice(0, 10).split('-').toReversed().join('')
    return ask(`widgets/data/${survey.extName}/head/date=custom_01012000_${last}`)
  }
  const counted = async (): Promise<unknown> => (await figures()).json().variables?.[0].value
  const health = async () => {
    const answer = await server.app.inject({ url: '/health' })
    const told = getHealth.response.parse(answer.json())
    expect(answer.statusCode).toBe(told.status === 'unavailable' ? 503 : 200)
    return told
  }

  /** Adds a response, which figures kept by the server do not have. */
  async function add(): Promise<void> {
    const [first] = smallSurvey.rows ?? []
    await write(programContext(server.deps, 'test'), async (tx) => {
      const ids = await addResponses(tx.db, survey.surveyId, [first ?? { date: '2026-01-01', answers: {} }])
      await tx.changed(survey.surveyId, ids)
    })
    count++
  }

  test.each<[string, Fault]>([
    ['ends every connection', 'down'],
    ['never answers, and forgets what it was asked', 'silent'],
    ['has a load balancer before it that finds nobody', 'broken'],
    ['is behind what was written', 'behind'],
  ])(
    'that %s: requests end in words in time, /health and pages say so, and figures come back by themselves',
    async (_, fault) => {
      proxy.fault = fault
      await add()
      const begun = performance.now()
      const answer = await figures()
      expect(performance.now() - begun).toBeLessThan((requestSeconds + 3) * 1000)
      expect(answer.statusCode).toBe(503)
      const { message } = answer.json()
      if (fault === 'silent') expect(message).toMatch(/took longer than 3 seconds|cannot be reached/)
      else expect(message).toBe(unreachable)
      await expect.poll(health, patience).toMatchObject({
        status: 'unavailable',
        database: { status: 'ok' },
        figures: { status: 'unavailable', updating: true },
      })
      const status = await ask(`surveys/status/${survey.extName}/root`)
      expect(status.statusCode).toBe(200)
      await expect
        .poll(async () => (await ask(`surveys/status/${survey.extName}/root`)).json().freshness, patience)
        .toMatchObject({ updating: true, problem: unreachable })

      proxy.fault = 'none'
      await expect.poll(counted, patience).toBe(count)
      await expect.poll(health, patience).toMatchObject({ status: 'ok', figures: { updating: false, problem: null } })
    },
  )

  test('that answers slowly: requests end in words in time, or have their answer', async () => {
    proxy.fault = 'slow'
    const begun = performance.now()
    const answers = await Promise.all(Array.from({ length: 8 }, figures))
    expect(performance.now() - begun).toBeLessThan((requestSeconds + 3) * 1000)
    for (const answer of answers) expect([200, 503]).toContain(answer.statusCode)
    proxy.fault = 'none'
    await expect.poll(counted, patience).toBe(count)
  })
})
