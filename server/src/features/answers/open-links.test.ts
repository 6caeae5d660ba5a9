import { listAnswerLinks } from '@gensvar/contract/answering'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import type { TestSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { isProof } from './open-form.ts'
import { openToken } from './open-link.ts'
import { AnswerBoard, fieldsOf } from './testing/answer-board.ts'
import type { Pair } from './testing/answer-board.ts'

const config = `alerts: [{ extname: low, title: Low, when: rating < 3, due: 1d }]
questionnaire: { openLinks: true, questions: [rating, comment], thanks: You are kind, review: { url: 'https://example.org/review' } }
`
const asked: TestSurvey = {
  questions: {
    country: { type: 'single', choices: ['Norway'] },
    store: { type: 'single', choices: ['Oslo', 'Bergen'] },
    rating: { type: 'scale', min: 1, max: 5 },
    comment: { type: 'text' },
  },
  views: { stores: ['country', 'store'] },
  config,
  rows: ['Oslo', 'Bergen'].map((store) => ({ date: '2026-03-05', answers: { country: 'Norway', store, rating: 5 } })),
}

let server: TestApp
let board: AnswerBoard
let token = ''
let now = new Date('2026-03-06T10:00:00Z')
beforeAll(async () => {
  server = await testApp({ clock: { now: () => now } })
})
afterAll(() => server.close())
beforeEach(() => start(asked))

async function start(of: TestSurvey): Promise<void> {
  // Every test is an hour of its own, in which no address has answered yet.
  now = new Date(now.getTime() + 3_600_000)
  board = await AnswerBoard.open(server, of)
  const { db } = server.deps
  const root = await createUser(db, { isRoot: true })
  token = await signIn(server.deps, root, board.survey.universeId)
}

const later = (ms: number): void => {
  now = new Date(now.getTime() + ms)
}

async function linksOf(level?: string) {
  const query = level === undefined ? '' : `?level=${level}`
  const answer = await server.app.inject({
    url: `/rest/answering/${board.survey.extName}/links${query}`,
    headers: bearer(token),
  })
  return listAnswerLinks.response.parse(answer.json())
}

const pathIn = (url: string | undefined): string => new URL(url ?? '').pathname
const oslo = async () => pathIn((await linksOf()).places.find(({ names }) => names[1] === 'Oslo')?.url)
const added = async () => (await board.responses()).slice(2)

/** Opens a form and waits as long as a person needs. */
async function opened(path: string): Promise<Pair[]> {
  const fields = fieldsOf((await board.get(path)).body)
  later(10_000)
  return fields
}

/** Does the work that a script does. */
function proofOf(fields: readonly Pair[]): Pair {
  const form = fields.find(([name]) => name === 'form')?.[1] ?? ''
  let work = 0
  while (!isProof(form, String(work))) work++
  return ['work', String(work)]
}

const send = async (path: string, rating: string, headers = {}) =>
  board.post(path, [...(await opened(path)), ['q.rating', rating], ['go', 'send']], headers)

describe('an answer at an open link', () => {
  test('is a completed response of its place, as every other completion: figures, alert, audit', async () => {
    const path = await oslo()
    const done = await send(path, '2')
    expect([done.statusCode, done.headers.location]).toEqual([303, `${path}?done=&lang=en`])
    const [row, ...more] = await added()
    expect(more).toEqual([])
    expect(row).toMatchObject({ state: 0, contact: {}, event_date: '2026-03-06', foreign_id: null })
    expect(row?.answers).toEqual({ country: 'Norway', store: 'Oslo', rating: 2 })
    expect(row?.unit_ids).toEqual((await board.responses())[0]?.unit_ids)
    expect(row?.completed_at).toEqual(now)
    const { db } = server.deps
    const { surveyId } = board.survey
    expect(
      await db.selectFrom('alert').select(['rule', 'response_id']).where('survey_id', '=', surveyId).execute(),
    ).toEqual([{ rule: 'low', response_id: row?.id }])
    expect(
      await db
        .selectFrom('audit')
        .select(['action', 'object', 'program'])
        .where('survey_id', '=', surveyId)
        .where('action', '=', 'survey.answer')
        .execute(),
    ).toEqual([{ action: 'survey.answer', object: String(row?.id), program: 'answer page' }])
    expect(
      await db
        .selectFrom('change')
        .select('row_id')
        .where('survey_id', '=', surveyId)
        .where('kind', '=', 'response')
        .where('row_id', '=', row?.id ?? 0)
        .execute(),
    ).not.toEqual([])
    const thanks = await board.get(`${path}?done`)
    for (const words of ['Thank you', 'You are kind', 'https://example.org/review'])
      expect(thanks.body).toContain(words)
  })

  test('at a place above the lowest is of nothing below it', async () => {
    const { level, places } = await linksOf('country')
    expect([level, places.map(({ titles }) => titles)]).toEqual(['country', [['Norway']]])
    const { surveyId } = board.survey
    const changes = () => server.deps.db.selectFrom('change').select('kind').where('survey_id', '=', surveyId).execute()
    const before = await changes()
    expect((await send(pathIn(places[0]?.codeUrl), '4')).statusCode).toBe(303)
    // The unit that is new for it does not have all figures of the survey rebuilt.
    expect((await changes()).slice(before.length)).toEqual([{ kind: 'response' }])
    const [row] = await added()
    expect(row?.answers).toEqual({ country: 'Norway', rating: 4 })
    expect(row?.unit_ids).toHaveLength(1)
    expect(row?.unit_ids[0]).toBeGreaterThan(0)
  })

  test('counts once by a double click, and once by a form that is sent again', async () => {
    const path = await oslo()
    const form: Pair[] = [...(await opened(path)), ['q.rating', '4'], ['go', 'send']]
    const both = await Promise.all([board.post(path, form), board.post(path, form)])
    expect([...both, await board.post(path, form)].map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect(await added()).toHaveLength(1)
  })

  test('of a survey that is anonymous tells neither when nor by which form', async () => {
    await start({ ...asked, config: config.replace(/^alerts.*\n/, 'anonymity: {}\n') })
    expect((await send(await oslo(), '1')).statusCode).toBe(303)
    const [row] = await added()
    expect(row).toMatchObject({ state: 0, completed_at: null, contact: {} })
    expect(row?.created_at).toEqual(row?.updated_at)
    expect([row?.created_at.getMinutes(), row?.created_at.getSeconds()]).toEqual([0, 0])
    const audits = await server.deps.db
      .selectFrom('audit')
      .select(['object', 'details'])
      .where('survey_id', '=', board.survey.surveyId)
      .where('action', '=', 'survey.answer')
      .execute()
    expect(audits).toEqual([{ object: '', details: {} }])
  })
})

describe('an open link is protected:', () => {
  test('what is sent at once is asked for again, unless work was done for it', async () => {
    const path = await oslo()
    const fields = fieldsOf((await board.get(path)).body)
    const form: Pair[] = [...fields, ['q.rating', '4'], ['go', 'send']]
    const fast = await board.post(path, form)
    expect([fast.statusCode, fast.body.includes('That was very fast.')]).toEqual([422, true])
    expect(fast.body).toMatch(/value="4"[^>]* checked/)
    expect(await added()).toEqual([])
    const proven = await board.post(path, [...form, proofOf(fields)])
    expect([proven.statusCode, (await added()).length]).toEqual([303, 1])
  })

  test('a form that nobody handed out, of another survey, or a day old is asked for again', async () => {
    const path = await oslo()
    const form = await opened(path)
    const other = await AnswerBoard.open(server, asked)
    const before = board
    board = other
    token = await signIn(server.deps, await createUser(server.deps.db, { isRoot: true }), other.survey.universeId)
    const foreign = await opened(await oslo())
    board = before
    for (const fields of [foreign, [['form', 'x']] as const, []]) {
      const refused = await board.post(path, [...fields, ['q.rating', '4'], ['go', 'send']])
      expect([refused.statusCode, refused.body.includes('open for too long')]).toEqual([422, true])
    }
    later(86_400_000)
    const old = await board.post(path, [...form, ['q.rating', '4'], ['go', 'send']])
    expect([old.statusCode, old.body.includes('open for too long')]).toEqual([422, true])
    // The page that says so has a form of its own.
    later(10_000)
    expect((await board.post(path, [...fieldsOf(old.body), ['go', 'send']])).statusCode).toBe(303)
  })

  test('one address gets so many answers through, with work done for them more', async () => {
    const path = await oslo()
    const codes: number[] = []
    for (let at = 0; at < 7; at++) codes.push((await send(path, '4', { 'x-forwarded-for': '198.51.100.7' })).statusCode)
    expect(codes).toEqual([303, 303, 303, 303, 303, 303, 429])
    const fields = await opened(path)
    const refused = await board.post(path, [...fields, ['q.rating', '2'], ['go', 'send']])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect(refused.body).toContain('wait a few minutes and send them again.')
    expect(refused.body).toMatch(/value="2"[^>]* checked/)
    const proven = await board.post(path, [...fields, ['q.rating', '2'], proofOf(fields), ['go', 'send']])
    expect(proven.statusCode).toBe(303)
    later(5 * 60_000)
    expect((await send(path, '4')).statusCode).toBe(303)
  })

  test('renewed, switched off, forged, of a place that is gone or of another organisation it takes nothing', async () => {
    const path = await oslo()
    const { universeId, surveyId } = board.survey
    const { db } = server.deps
    const secret = await addressSecret(db, universeId)
    const link = { universeId, surveyId, unitId: 2_000_000_000, kind: 'qr', rotation: 1 } as const
    const other = await AnswerBoard.open(server, asked)
    const foreignSecret = await addressSecret(db, other.survey.universeId)
    const paths = [
      [`/open/${openToken(secret, link)}`, 410],
      [`/open/${openToken(foreignSecret, { ...link, unitId: 0 })}`, 404],
      [`/open/${openToken(foreignSecret, { ...link, universeId: other.survey.universeId, unitId: 0 })}`, 404],
      [`${path}A`, 404],
      [path.replace('/open/', '/answer/'), 404],
      [path.replace('/open/', '/try/'), 404],
    ] as const
    for (const [one, status] of paths) {
      expect((await board.get(one)).statusCode, one).toBe(status)
      expect(
        (
          await board.post(one, [
            ['q.rating', '4'],
            ['go', 'send'],
          ])
        ).statusCode,
        one,
      ).toBe(status)
    }
    const renewed = await server.app.inject({
      method: 'POST',
      url: `/rest/answering/${board.survey.extName}/links/renew`,
      headers: bearer(token),
    })
    expect(renewed.statusCode).toBe(200)
    expect((await board.get(path)).statusCode).toBe(410)
    expect((await send(await oslo(), '4')).statusCode).toBe(303)
    await start({ ...asked, config: config.replace('openLinks: true', 'openLinks: false') })
    expect((await linksOf()).isOpen).toBe(false)
    expect((await board.get(await oslo())).statusCode).toBe(410)
    expect(await added()).toEqual([])
  })
})

test('a public screen begins anew by itself, and leads nowhere else', async () => {
  const path = `${await oslo()}?kiosk`
  const page = await board.get(path)
  expect(page.body).toContain('<body class="kiosk">')
  expect(page.body).toContain('autocomplete="off"')
  const done = await board.post(path, [...(await opened(path)), ['q.rating', '4'], ['go', 'send']])
  expect(done.headers.location).toBe(`${path.split('?')[0]}?done=&lang=en&kiosk`)
  const thanks = await board.get(done.headers.location ?? '')
  expect(thanks.body).toContain(`<meta http-equiv="refresh" content="30; url=${path}">`)
  expect(thanks.body).not.toContain('https://example.org/review')
})

describe('a trial', () => {
  test('checks everything, says that it is one, and stores nothing', async () => {
    const path = pathIn((await linksOf()).trialUrl)
    const page = await board.get(path)
    expect(page.body).toContain('You are trying this survey.')
    const wrong = await board.post(path, [
      ['q.rating', '9'],
      ['go', 'send'],
    ])
    expect([wrong.statusCode, wrong.body.includes('is no answer to')]).toEqual([422, true])
    const done = await board.post(path, [
      ['q.rating', '1'],
      ['go', 'send'],
    ])
    expect(done.statusCode).toBe(303)
    expect((await board.get(done.headers.location ?? '')).body).toContain('nothing was stored or counted')
    expect(await added()).toEqual([])
    const { db } = server.deps
    expect(await db.selectFrom('alert').select('id').where('survey_id', '=', board.survey.surveyId).execute()).toEqual(
      [],
    )
  })

  test('ends after a day, and is no link to answer at', async () => {
    const path = pathIn((await linksOf()).trialUrl)
    expect((await board.get(path.replace('/try/', '/open/'))).statusCode).toBe(404)
    later(23 * 3_600_000)
    expect((await board.get(path)).statusCode).toBe(200)
    later(3 * 3_600_000)
    expect((await board.get(path)).statusCode).toBe(404)
  })
})
