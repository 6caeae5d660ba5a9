import { afterAll, beforeAll, expect, test } from 'vitest'
import { caughtUp } from '#server/testing/caught-up.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '#server/testing/factories.ts'
import { createCampaign, createMessage } from '#server/testing/sent-messages.ts'
import type { SentMessage } from '#server/testing/sent-messages.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { registeredRoutes } from '#server/platform/http.ts'

let server: TestApp
let survey: MadeSurvey
let campaignId = 0
let messages: SentMessage[] = []
const people = ['kim@example.org', 'alex@example.org', 'sam@example.org']

beforeAll(async () => {
  server = await testApp()
  const { db } = server.deps
  const { id } = await createUniverse(db)
  survey = await createSurvey(db, id, {
    questions: {
      store: { type: 'single', choices: ['Oslo'] },
      channel: { type: 'single', choices: ['web', 'till'] },
      rating: { type: 'scale', min: 1, max: 5 },
      comment: { type: 'text' },
    },
    views: { stores: ['store'] },
    config: `
anonymity: { filters: [channel] }
campaigns: { fromEmails: [hello@example.org] }
pages:
  - extname: people
    components:
      - { type: sample-table, config: { id: customers, columns: [store], mailActions: [{ extname: invite, template: invitation }] } }
`,
    rows: people.map(() => ({ date: '2026-03-05', state: 2, answers: { store: 'Oslo', channel: 'web' } })),
  })
  for (const [at, email] of people.entries())
    await db
      .updateTable('response')
      .set({ contact: JSON.stringify({ name: email, email }) })
      .where('id', '=', survey.responseIds[at] ?? 0)
      .execute()
  campaignId = await createCampaign(db, survey.surveyId)
  messages = await Promise.all(
    people.map((address, at) =>
      createMessage(db, { universeId: id, campaignId, responseId: survey.responseIds[at] ?? 0 }, { address }),
    ),
  )
})
afterAll(() => server.close())

/** Everything that a caller reads of the survey, its samples, its campaign and its messages, by call. */
async function everythingRead(token: string): Promise<Map<string, string>> {
  const known: Record<string, string[]> = {
    survey: [survey.extName],
    campaignId: [String(campaignId)],
    trackingId: messages.map(({ recipientId }) => String(recipientId)),
    sampleId: survey.responseIds.map(String),
    interviewId: survey.responseIds.map(String),
    component: ['-', 'customers'],
    mailAction: ['invite'],
    drillPath: ['root', 'samplestate=0*1*2*3*4', 'samplestate=0'],
  }
  const read = new Map<string, string>()
  for (const route of registeredRoutes(server.app)) {
    if (route.method !== 'GET' || route.permission === 'none' || route.permission === 'sign-in') continue
    if (!route.path.includes('{survey}') || route.ticket !== undefined) continue
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    if (names.some((name) => known[name] === undefined)) continue
    let paths = [route.path]
    for (const name of names)
      paths = paths.flatMap((path) =>
        (known[name] ?? []).map((value) => path.replace(`{${name}}`, encodeURIComponent(value))),
      )
    for (const path of paths) {
      const answer = await server.app.inject({ method: 'GET', url: withOnce(path), headers: bearer(token) })
      // When it was asked is no knowledge.
      const body = answer.body.replaceAll(/"[^"]*\d{4}-\d\d-\d\dT[^"]*"/g, '""').replaceAll(/"requestId":"[^"]*"/g, '')
      read.set(`${route.id} ${path}`, `${answer.statusCode} ${body}`)
    }
  }
  return read
}

function withOnce(path: string): string {
  return /progress|notices\/stream/.test(path) ? `${path}?once=true` : path
}

test('nobody, not even root, reads by any call of the survey which of its people answered, opened or clicked', async () => {
  const { db } = server.deps
  const roleId = await createRole(db, survey.universeId, { surveys: { [survey.surveyId]: {} } })
  const [root, admin] = await Promise.all([
    createUser(db, { isRoot: true }),
    createUser(db, { universes: [{ universeId: survey.universeId, roleId, admin: true }] }),
  ])
  const tokens = [await signIn(server.deps, root, survey.universeId), await signIn(server.deps, admin)]
  await caughtUp(server.deps.analytics, server.deps.pool)
  const before = await Promise.all(tokens.map(everythingRead))
  // An attacker who reads nothing proves nothing.
  for (const one of before) expect([...one.values()].filter((body) => body.startsWith('200')).length).toBeGreaterThan(5)
  expect([...(before[0]?.keys() ?? [])].some((call) => call.startsWith('listTrackings'))).toBe(true)
  // Whom a new campaign would write to is shown to administrators, and stays as it is whoever answers: who is missing would
  // have answered.
  const invited = [...(before[0] ?? [])].find(([call]) => /^listNewRecipients .*root$/.test(call))?.[1]
  for (const address of people) expect(invited).toContain(address)

  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' }
  const [kim] = messages
  if (!kim) throw new Error('there is no message')
  await server.app.inject({ method: 'GET', url: kim.path('pixel'), headers: agent })
  await server.app.inject({ method: 'GET', url: kim.click(kim.links.survey), headers: agent })
  const answered = await server.app.inject({
    method: 'POST',
    url: kim.path('survey'),
    payload: 'q.rating=1&q.comment=terrible',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answered.statusCode).toBe(303)
  await expect
    .poll(
      async () =>
        (
          await db
            .selectFrom('recipient')
            .select('click_count')
            .where('id', '=', kim.recipientId)
            .executeTakeFirstOrThrow()
        ).click_count,
    )
    .toBe(1)
  await caughtUp(server.deps.analytics, server.deps.pool)

  for (const [at, token] of tokens.entries()) {
    const after = await everythingRead(token)
    const told = [...after].filter(([call, body]) => body !== before[at]?.get(call))
    for (const [call, body] of told) {
      expect(body, call).not.toContain('terrible')
      for (const address of people) expect(body, call).not.toContain(address)
    }
    // What has changed may name nobody: the sums of a campaign at most.
    expect(told.map(([call]) => call.split(' ')[0]).filter((id) => !mayChange.has(id ?? ''))).toEqual([])
  }
})

/** Calls that tell sums, or how fresh the figures are. */
const mayChange: ReadonlySet<string> = new Set([
  'getCampaign',
  'listCampaigns',
  'streamCampaign',
  'getSurveyStatus',
  'getSurveyStart',
])
