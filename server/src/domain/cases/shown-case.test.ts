import { createTicket } from '@gensvar/contract/identity'
import { mcpPath } from '@gensvar/contract/api-mcp'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgeComments } from '#server/domain/comments/judge-comments.ts'
import { programContext } from '#server/domain/context.ts'
import { bodiesOf } from '#server/domain/webhooks/payload.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import { createKey } from '#server/testing/key-rows.ts'

const secrets = ['eva.lind@example.org', '070-123 45 67', '811228-9874'] as const
const place = { country: 'Sweden', store: 'Stockholm', channel: 'web' }
const rows = [
  {
    date: '2026-01-12',
    answers: { ...place, rating: 5, comment: `Write to ${secrets[0]} or ring ${secrets[1]}! Lovely staff` },
  },
  { date: '2026-01-11', answers: { ...place, rating: 5, comment: `I am ${secrets[2]}, order 12345678 for 1 299 kr` } },
]
const extra = `
bigScreen: { rating: rating, comment: comment, atLeast: 3 }
interview: { title: "{store} {comment}", open: [comment], background: [comment], showInternalValues: true }
alerts: [{ extname: good, title: Good, when: "rating = 5", info: "{comment}" }]
pages:
  - extname: overview
    components:
      - { type: latest-comments, config: { id: new, variables: [comment] } }
      - { type: feedback-search, config: { id: fq, questions: [comment], customerInfo: [comment] } }
      - { type: question-search, config: { id: qs, question: comment } }
      - { type: alert-table, config: { id: alerts, columns: [comment] } }
  - extname: ranking
    kind: rankings
    components:
      - type: ranking-table
        config: { id: units, sortBy: satisfaction, columns: [satisfaction], leafColumns: [eventdate, { value: comment, detailsVariable: visit }] }
`
type Reader = (url: string) => Promise<string>

let board: Dashboard
let alertId = 0
/** Somebody who may only look, the same in Swedish, and one with each of the rights. */
let reader: Reader
let swede: Reader
let seers: Reader[]
let readerToken = ''
let readerId = 0

beforeAll(async () => {
  board = await openDashboard({ extra, rows })
  await judgeComments(programContext(board.deps, 'test'), board.surveyId, AbortSignal.timeout(60_000), () => {})
  const { db } = board.deps
  const alert = { survey_id: board.surveyId, response_id: board.responseIds[0] ?? 0, rule: 'good', state: 2 }
  const made = await db.insertInto('alert').values(alert).returning('id').executeTakeFirstOrThrow()
  alertId = made.id
  const as = async (rights: { canViewSamples?: boolean; canHandleAlerts?: boolean }, language = 'en') => {
    const roleId = await createRole(db, board.universeId, { surveys: { [board.surveyId]: rights } })
    const user = await createUser(db, { universes: [{ universeId: board.universeId, roleId }] })
    const token = await signIn(board.deps, user, board.universeId)
    const headers = { ...bearer(token), 'accept-language': language }
    const read = async (url: string) => (await board.app.inject({ url, headers })).body
    return { read, token, id: user.id }
  }
  const one = await as({})
  ;({ read: reader, token: readerToken, id: readerId } = one)
  swede = (await as({}, 'sv')).read
  seers = [(await as({ canViewSamples: true })).read, (await as({ canHandleAlerts: true })).read]
})

afterAll(() => board.close())

/** Every way of a signed-in reader to what people wrote. */
function ways(): string[] {
  const { survey, responseIds } = board
  const widget = (id: string, at = 'root') => `/rest/widgets/data/${survey}/${id}/${encodeURIComponent(at)}`
  return [
    ...['new', 'fq', 'qs', 'alerts'].map((id) => widget(id)),
    `/rest/rankings/data/${survey}/${encodeURIComponent('country=Sweden;store=Stockholm')}?component=units`,
    `/rest/rankings/details/${survey}/${responseIds[0]}/visit`,
    `/rest/interviews/data/${survey}/${responseIds[0]}`,
    `/rest/alerts/data/${survey}/${alertId}`,
    `/rest/alerts/list/${survey}/root`,
    `/rest/alerts/suggestions/${survey}/alerts/root?term=e`,
  ]
}

function found(body: string): string[] {
  return secrets.filter((secret) => body.includes(secret))
}

describe('addresses and numbers in what people wrote', () => {
  test('are hidden on every way from who may neither open samples nor handle alerts', async () => {
    for (const url of ways()) {
      const body = await reader(url)
      expect(found(body), url).toEqual([])
      expect(body, url).not.toContain('"status":4')
    }
    for (const at of ['new', 'fq', 'qs']) {
      const body = await reader(`/rest/widgets/data/${board.survey}/${at}/root`)
      expect(body).toContain('Write to [e-mail address] or ring [phone number]! Lovely staff')
      expect(body).toContain('I am [personal identity number], order 12345678 for 1 299 kr')
    }
    expect(await swede(`/rest/widgets/data/${board.survey}/qs/root`)).toContain('[telefonnummer]! Lovely')
  })

  test('are shown to who may do either', async () => {
    for (const read of seers) {
      const seen = new Set<string>()
      for (const url of ways()) for (const secret of found(await read(url))) seen.add(secret)
      expect([...seen]).toEqual(expect.arrayContaining([...secrets]))
    }
  })

  test('leave the words of a judgement where they are in the comment as it is sent', async () => {
    const { rows: comments } = JSON.parse(await reader(`/rest/widgets/data/${board.survey}/qs/root`))
    const { comment, spans } = comments.find((row: { comment: string }) => row.comment.includes('Lovely'))
    const words = spans.map(({ start, end }: { start: number; end: number }) => comment.slice(start, end).toLowerCase())
    expect(words).toEqual(expect.arrayContaining(['lovely staff', 'staff']))
  })

  test('are not found by searching parts of them, other words are', async () => {
    const count = async (read: Reader, term: string) =>
      JSON.parse(await read(`/rest/widgets/data/${board.survey}/qs/root?term=${encodeURIComponent(term)}`))
        .totalNumberRows
    for (const term of ['eva.l', '@', '070', '45 67', '811228'] as const) {
      expect(await count(reader, term), term).toBe(0)
      expect(await count(seers[0]!, term), term).toBe(1)
    }
    expect(await count(reader, 'lovely')).toBe(1)
    expect(await count(reader, '1 299')).toBe(1)
  })

  test('are hidden in the Excel file, the API and from assistants, where the user has no such right', async () => {
    const path = `/rest/comments/file/${board.survey}/qs/root`
    const headers = bearer(readerToken)
    const asked = await board.app.inject({ method: 'POST', url: createTicket.path, headers, payload: { path } })
    const file = await board.app.inject({ url: `${path}?token=${asked.json().ticket}` })
    const text = JSON.stringify((await readXlsx(file.rawPayload)).sheets[0]?.rows)
    expect(text).toContain('[phone number]')
    expect(found(text)).toEqual([])
    const key = await createKey(board.deps.db, board, { type: 3, user_id: readerId, path: 'root' })
    const api = `/api/v1/surveys/${board.survey}`
    for (const way of ['/comments?path=root', '/interviews?path=root', `/interviews/${board.responseIds[0]}`]) {
      const { body } = await board.app.inject({ url: `${api}${way}`, headers: bearer(key) })
      expect(body).toContain('[phone number]')
      expect(found(body)).toEqual([])
    }
    const tell = async (name: string) => {
      const params = { name, arguments: { survey: board.survey, path: 'root', interviewId: board.responseIds[0] } }
      const accept = { accept: 'application/json, text/event-stream' }
      const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      return (await board.app.inject({ method: 'POST', url: mcpPath, headers: { ...bearer(key), ...accept }, payload }))
        .body
    }
    const told = [await tell('list_comments'), await tell('get_interview')].join('\n')
    expect(told).toContain('[phone number]')
    expect(found(told)).toEqual([])
  })

  test('are hidden from everybody on big screens, on shared pages and in webhooks', async () => {
    const key = await createKey(board.deps.db, board, { type: 4, path: 'root' })
    const screen = (await board.app.inject({ url: `/rest/bigscreen/${key}?lang=fi` })).body
    expect(screen).toContain('[puhelinnumero]')
    const root = await board.as({ isRoot: true })
    const at = `/rest/interviews/share/${board.survey}/${board.responseIds[0]}`
    const { status, body } = await root('POST', at, { network: 'LINKEDIN', quote: 'comment' })
    expect(status).toBe(200)
    const shared = (await board.app.inject({ url: new URL(body.publishUrl).pathname })).body
    expect(shared).toContain('[phone number]')
    const message = {
      surveyId: board.surveyId,
      details: {},
      webhookTitle: 'Shop',
      createdAt: new Date(),
      objectId: null,
    }
    const told = { ...message, id: 1, event: 'response.completed', responseId: board.responseIds[0] ?? 0 }
    const sent = [...(await bodiesOf(programContext(board.deps, 'webhooks'), [told])).values()].join('\n')
    expect(sent).toContain('[phone number]')
    expect(found(screen + shared + sent)).toEqual([])
  })
})
