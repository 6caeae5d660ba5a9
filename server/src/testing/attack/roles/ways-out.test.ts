import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mcpPath } from '@gensvar/contract/api-mcp'
import { programContext } from '#server/domain/context.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { bodiesOf } from '#server/domain/webhooks/payload.ts'
import { reportTaskTypes } from '#server/features/reports/service.ts'
import { registeredRoutes } from '#server/platform/http.ts'
import { bearer } from '../../factories.ts'
import { createKey } from '../../key-rows.ts'
import { testApp } from '../../test-app.ts'
import type { TestApp } from '../../test-app.ts'
import { makeCallers } from './callers.ts'
import { makeMarkedWorld } from './marked-world.ts'
import type { MarkedWorld } from './marked-world.ts'
import type { Marker } from './markers.ts'

let server: TestApp
let engine: TaskEngine
let marked: MarkedWorld

beforeAll(async () => {
  server = await testApp()
  engine = new TaskEngine(server.deps, reportTaskTypes)
  marked = await makeMarkedWorld(server.deps, 1)
})
afterAll(async () => {
  await engine.stop()
  await server.close()
})

const reports = [
  ['ranking', { component: 'units', format: 'csv' }],
  ['interviews', { format: 'csv' }],
  ['actions', { format: 'csv' }],
  ['samples', { format: 'csv', columns: ['comment', 'mail', 'amount'] }],
  ['alerts', { component: 'alerts', format: 'csv', columns: ['comment', 'mail', 'amount', 'owner'] }],
  ['named', { format: 'csv' }],
  ['page', { format: 'xlsx' }],
  // The other side of a comparison is a way out of its own.
  ['page', { format: 'xlsx', vs: 'root' }],
  ['page', { format: 'xlsx', vs: 'country=Norway;store=Oslo' }],
] as const
const names: Partial<Record<string, string>> = { named: 'monthly/', page: 'overview/' }
const places = ['root', 'country=Norway;store=Oslo']

test('no file holds what its owner may not read, whoever asks for whatever', async () => {
  engine.start()
  const seen = new Set<string>()
  const faults: string[] = []
  let files = 0
  for (const caller of await makeCallers(server.deps, marked.world)) {
    const { headers } = await caller.credentials(false)
    for (const survey of ['survey', 'anonymous', 'foreign'] as const) {
      const { extName } = marked.world[survey]
      const asked = reports.flatMap(([kind, body]) => places.map((place) => ({ kind, body, place })))
      const made = await Promise.all(
        asked.map(async ({ kind, body, place }) => {
          const url = `/rest/reports/${kind}/${extName}/${names[kind] ?? ''}${encodeURIComponent(place)}`
          const answer = await server.app.inject({ method: 'POST', url, headers, payload: body })
          return answer.statusCode === 200 ? [answer.json<{ taskUUID: string }>().taskUUID] : []
        }),
      )
      for (const uuid of made.flat()) {
        const url = `/rest/reports/status/${extName}/${uuid}`
        let status = ''
        await expect
          .poll(async () => (status = (await server.app.inject({ url, headers })).json<{ status: string }>().status), {
            interval: 10,
            timeout: 60_000,
          })
          .toMatch(/FINISHED|FAILED/)
        if (status === 'FAILED') continue
        const file = await server.app.inject({ url: `/rest/reports/download/${extName}/${uuid}`, headers })
        expect(file.statusCode).toBe(200)
        files += 1
        for (const marker of marked.markers.shownIn(await textOf(file.rawPayload, file.body), ''))
          if (caller.mayRead(marker.owner)) seen.add(marker.what)
          else faults.push(`${caller.name}: a ${marker.what} in a report of ${survey}`)
      }
    }
  }
  expect([...new Set(faults)]).toEqual([])
  expect(files).toBeGreaterThan(40)
  // What may be read is there; otherwise nothing would be proven.
  expect([...seen]).toEqual(
    expect.arrayContaining(['comment', 'e-mail address', 'amount', 'owner of an alert', 'kind of an action']),
  )
}, 120_000)

const surveys = ['survey', 'anonymous', 'foreign'] as const

/** Keys of the API: whose, of which survey, at which place. */
const keys = [
  ['regional', 'survey', 'root'],
  ['regional', 'survey', 'country=Sweden;store=Gothenburg'],
  ['channel', 'survey', 'country=Sweden'],
  ['store', 'survey', 'country=Norway'],
  ['regional', 'anonymous', 'root'],
] as const

test.each(keys)(
  'a key of %s of the %s at %s reads what both its user and its place have, by every call and tool',
  async (walker, which, path) => {
    const { world, markers } = marked
    const { app, deps } = server
    const caller = (await makeCallers(deps, world)).find(({ name }) => name === walker)
    const { extName, responseIds } = world[which]
    const token = await createKey(deps.db, world[which], {
      ...{ type: 3, user_id: Number(world.userIds[walker]), path, per_minute: 100_000 },
    })
    const headers = bearer(token)
    const isOwn = ({ owner }: Marker): boolean => {
      if (owner.kind === 'survey') return owner.survey === which
      if (owner.kind !== 'response' && owner.kind !== 'place') return true
      return path === 'root' || `country=${owner.country};store=${owner.store};`.startsWith(`${path};`)
    }
    const seen = new Set<string>()
    const faults: string[] = []
    const look = (asked: string, answer: string): void => {
      for (const marker of markers.shownIn(answer, asked))
        if (caller?.mayRead(marker.owner) && isOwn(marker)) seen.add(marker.what)
        else faults.push(`a ${marker.what} by ${asked}`)
    }
    const asked = [...places, 'store=Gothenburg', 'comment=mk~', 'country=_Sweden']
    for (const { path: of, permission, method } of registeredRoutes(app)) {
      if (permission !== 'api-key' || method !== 'GET') continue
      const isOne = of.includes('{interviewId}')
      for (const one of isOne ? responseIds : asked)
        for (const survey of [extName, ...(one === asked[0] ? surveys.map((other) => world[other].extName) : [])]) {
          const filled = of.replace('{survey}', survey).replace('{interviewId}', String(one))
          const url = isOne ? filled : `${filled}?path=${encodeURIComponent(one)}`
          look(url, (await app.inject({ method, url, headers })).body)
        }
    }
    const tell = async (method: string, params: object): Promise<string> => {
      const accept = { accept: 'application/json, text/event-stream' }
      const payload = { jsonrpc: '2.0', id: 1, method, params }
      return (await app.inject({ method: 'POST', url: mcpPath, headers: { ...headers, ...accept }, payload })).body
    }
    const tools = [...(await tell('tools/list', {})).matchAll(/"name":"(\w+)","description"/g)]
    expect(tools.length).toBeGreaterThan(8)
    for (const [, name] of tools)
      for (const one of name === 'get_interview' ? responseIds : asked) {
        const compared = { indicator: 'score', period: '2026', before: '2025' }
        const given = typeof one === 'number' ? { interviewId: one } : { path: one, ...compared }
        look(
          `${name} ${JSON.stringify(given)}`,
          await tell('tools/call', { name, arguments: { survey: extName, ...given } }),
        )
      }
    expect([...new Set(faults)]).toEqual([])
    // A key that may see answers does; else nothing would be proven.
    const isBlind = which === 'anonymous' || walker === 'store'
    expect([...seen]).toEqual(
      expect.arrayContaining(['title of the survey', ...(isBlind ? [] : ['comment', 'amount'])]),
    )
    // Of addresses in what people wrote only who may open samples or handle alerts reads any.
    expect(seen.has('e-mail address')).toBe(!isBlind && walker !== 'channel')
    if (isBlind) expect(seen).not.toContain('comment')
  },
)

test('no message of a webhook holds a contact, what colleagues wrote, or anything of a response of an anonymous survey', async () => {
  const { world, markers, alertIds } = marked
  const { db } = server.deps
  const shown = new Set<string>()
  const faults: string[] = []
  for (const which of surveys) {
    const { surveyId, responseIds } = world[which]
    const actions = await db.selectFrom('action').select('id').where('survey_id', '=', surveyId).execute()
    const campaigns = await db.selectFrom('campaign').select('id').where('survey_id', '=', surveyId).execute()
    const told = { surveyId, details: {}, webhookTitle: 'Shop system', createdAt: new Date() }
    const of = (event: string, ids: readonly number[]) =>
      ids.map((id) => ({ ...told, event, responseId: event.startsWith('response') ? id : null, objectId: id }))
    const messages = [
      ...of('response.completed', responseIds),
      ...of('alert.raised', alertIds[which]),
      ...of(
        'action.changed',
        actions.map(({ id }) => id),
      ),
      ...of(
        'campaign.started',
        campaigns.map(({ id }) => id),
      ),
      ...of('responses.imported', [0]),
      ...of('responses.released', [0]),
    ].map((message, id) => ({ ...message, id }))
    const bodies = await bodiesOf(programContext(server.deps, 'webhooks'), messages)
    for (const { owner, what } of markers.shownIn([...bodies.values()].join('\n'), '')) {
      if (!('survey' in owner) || owner.survey === which || owner.kind === 'survey') shown.add(`${which}: ${what}`)
      else faults.push(`a ${what} of another survey in ${which}`)
    }
  }
  expect([...new Set(faults)]).toEqual([])
  const ofSurvey = ['title of the survey', 'unit', 'campaign', 'kind of an action']
  // Addresses in what people wrote are hidden from everybody whose rights are not known.
  const ofAnswers = ['comment', 'amount', 'owner of an alert']
  const expected = surveys.flatMap((which) =>
    [...ofSurvey, ...(which === 'anonymous' ? [] : ofAnswers)].map((what) => `${which}: ${what}`),
  )
  expect([...shown].toSorted()).toEqual(expected.toSorted())
})

test('screens and widgets for everybody show no more than good comments that nobody has hidden', async () => {
  const { world, markers } = marked
  const { db } = server.deps
  const [hidden = 0] = world.survey.responseIds
  await db.insertInto('hidden_comment').values({ response_id: hidden, hidden_at: new Date() }).execute()
  const { answers } = await db
    .selectFrom('response')
    .select('answers')
    .where('id', '=', hidden)
    .executeTakeFirstOrThrow()
  const texts: string[] = []
  for (const which of surveys)
    for (const path of ['root', 'country=Sweden', 'country=Sweden;store=Stockholm'])
      // Their scripts and pages have the same answers in them.
      for (const [type, way] of [
        [1, '/widget/TOKEN'],
        [2, '/widget/TOKEN/rating.json'],
        [4, '/rest/bigscreen/TOKEN'],
      ] as const) {
        const token = await createKey(db, world[which], { type, path })
        const { body, statusCode } = await server.app.inject({ url: way.replace('TOKEN', token) })
        // There is no rating of too few answers.
        expect(type === 2 ? [200, 404] : [200], `${way}: ${body}`).toContain(statusCode)
        texts.push(body)
        for (const { what, owner } of markers.shownIn(body, '')) {
          const isComment = what === 'comment' && type === 4 && which !== 'anonymous'
          const isPublic = 'survey' in owner && owner.survey === which && (owner.kind === 'survey' || isComment)
          expect(isPublic, `${which} ${way}: a ${what}`).toBe(true)
        }
      }
  const comments = markers.all.filter(
    ({ what, owner }) => what === 'comment' && 'survey' in owner && owner.survey === 'survey',
  )
  const hiddenText = String((answers as { comment: string }).comment).split(' ')[0] ?? ''
  const everything = texts.join('\n')
  expect(everything).not.toContain(hiddenText)
  expect(comments.filter(({ text }) => everything.includes(text)).length).toBeGreaterThan(5)
})

/** What a file says; of a workbook the texts of its cells. */
async function textOf(bytes: Buffer, body: string): Promise<string> {
  if (!body.startsWith('PK')) return body
  const { sheets } = await readXlsx(bytes)
  return sheets.flatMap(({ rows }) => rows.flat()).join('\n')
}
