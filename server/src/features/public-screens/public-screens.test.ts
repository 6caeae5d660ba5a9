import { bigScreen } from '@gensvar/contract/entities/big-screen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createSurvey, smallSurvey } from '#server/testing/factories.ts'
import { createKey } from '#server/testing/key-rows.ts'
import { addResponses } from '#server/testing/survey-data.ts'
import type { MadeSurvey, TestRow } from '#server/testing/survey-data.ts'

const screenConfig = `
bigScreen: { rating: rating, ratingTitle: { en: Our customers say, sv: Kunderna säger }, comment: comment, atLeast: 3, expressions: [satisfaction, slow], goal: satisfaction }
`

/** Thirty answers of Stockholm with a comment each, of which the last two gave 2; three of Oslo. */
const rows: TestRow[] = [
  ...Array.from({ length: 30 }, (_, at) => ({
    date: `2026-01-${String(at + 1).padStart(2, '0')}`,
    answers: {
      country: 'Sweden',
      store: 'Stockholm',
      rating: at < 28 ? 3 + (at % 3) : 2,
      comment: ` Comment ${at + 1} `,
    },
  })),
  ...[5, 4, 5].map((rating) => ({
    date: '2026-01-31',
    answers: { country: 'Norway', store: 'Oslo', rating, comment: 'Fra Oslo' },
  })),
  { date: '2026-02-01', answers: { country: 'Sweden', store: 'Stockholm', rating: 5, comment: 'Not sent' }, state: 1 },
]

let board: Dashboard
let root: Caller
let anonymous: MadeSurvey

beforeAll(async () => {
  board = await openDashboard({ extra: screenConfig, rows })
  root = await board.as({ isRoot: true })
  const config = `anonymity: { filters: [] }\nbigScreen: { rating: rating, comment: comment, expressions: [score] }
indicators: { score: { title: Score, expression: "mean(rating)" } }`
  const answered = Array.from({ length: 24 }, (_, at) => ({
    date: '2025-11-05',
    answers: { country: 'Sweden', store: 'Stockholm', rating: 1 + (at % 5), comment: 'Secret words' },
  }))
  anonymous = await createSurvey(board.deps.db, board.universeId, { ...smallSurvey, config, rows: answered })
  await caughtUp(board.deps.analytics, board.deps.pool)
})

afterAll(() => board.close())

const keyFor = (of: Partial<MadeSurvey>, values: { type?: 1 | 2 | 4; path?: string; per_minute?: number } = {}) =>
  createKey(
    board.deps.db,
    { universeId: board.universeId, surveyId: of.surveyId ?? board.surveyId },
    { type: 4, ...values },
  )

async function screenOf(token: string, query = '') {
  const answer = await board.app.inject({ url: `/rest/bigscreen/${token}${query}` })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

describe('a big screen', () => {
  test('gets everything that it shows by its key alone, without sign-in (BIG-05) (BIG-06)', async () => {
    const { status, body, headers } = await screenOf(await keyFor({}, { path: 'country=Sweden' }))
    expect(status).toBe(200)
    expect(headers['set-cookie']).toBeUndefined()
    expect(bigScreen.strict().parse(body)).toEqual(body)
    expect(body).toMatchObject({
      ...{ logoURL: null, pathName: 'Sweden', ratingTitle: { en: 'Our customers say', sv: 'Kunderna säger' } },
      ...{ avgRating: expect.closeTo(115 / 30, 9), avgRatingText: { en: '3.8 out of 5', sv: '3.8 av 5' } },
      ...{ evaluationsText: { en: '30 reviews', fi: '30 arviota' }, deliveredByText: { en: 'Delivered by Gensvar' } },
      ...{ goalColor: '#00C896', goalValueText: 'Satisfaction 3.8: goal 3.0 reached', colors: [], legacy: false },
      ...{ ratingRange: { min: 1, max: 5 }, locale: 'en' },
    })
    expect(body.slides).toHaveLength(20)
    expect(body.slides[0]).toEqual({
      ...{ starRating: 3, comment: 'Comment 28', evaluation: '28 January 2026' },
      // Two low marks are too few to say how many they are.
      expressionResults: [{ label: { en: 'Satisfaction', sv: 'Nöjdhet' }, value: '3.8' }],
    })
    const swedish = (await screenOf(await keyFor({}), '?lang=sv')).body
    expect(swedish).toMatchObject({ pathName: 'Nordic Retail', locale: 'sv', avgRatingText: { sv: '3,9 av 5' } })
    expect(swedish.slides[0]).toMatchObject({ evaluation: '31 januari 2026', comment: 'Fra Oslo' })
  })

  test('shows the figures that the dashboard shows of the place, and nothing of hidden filters', async () => {
    const { body } = await root('GET', `/rest/widgets/data/${board.survey}/head/country=Sweden`)
    const tile = body.variables.find(({ name }: { name: string }) => name === 'satisfaction')
    const shown = (await screenOf(await keyFor({}, { path: 'country=Sweden' }))).body
    expect(shown.slides[0].expressionResults[0].value).toBe(tile.formattedValue)
    const hidden = {
      ...smallSurvey,
      rows,
      config: `${screenConfig.replace(/ expressions.*/, ' }')}
# The usual figure of the rating is an index, which has no stars.
indicators: { satisfaction: { title: Index, expression: "index(rating)" } }
filters: { hidden: [{ extName: illegal, value: 'country=_Norway' }] }`,
    }
    const made = await createSurvey(board.deps.db, board.universeId, hidden)
    await caughtUp(board.deps.analytics, board.deps.pool)
    const screen = (await screenOf(await keyFor(made))).body
    expect(screen).toMatchObject({ avgRatingText: { en: '3.8 out of 5' }, evaluationsText: { en: '30 reviews' } })
    expect(JSON.stringify(screen)).not.toContain('Oslo')
  })

  test('says that there are too few answers of a place, and shows no goal of them', async () => {
    const { body } = await screenOf(await keyFor({}, { path: 'country=Norway' }))
    expect(body).toMatchObject({
      ...{ pathName: 'Norway', avgRating: null, avgRatingText: { en: 'Too few answers to show yet' } },
      ...{ evaluationsText: '', goalColor: null, goalValueText: null },
    })
    expect(body.slides).toHaveLength(3)
    expect(body.slides[0].expressionResults).toEqual([])
  })

  test('is opened by a key of its own type alone, and never by one of the API in an address', async () => {
    expect((await screenOf('none-such')).status).toBe(401)
    expect((await screenOf(await keyFor({}, { type: 1 }))).status).toBe(403)
    expect((await screenOf(await keyFor(await createSurvey(board.deps.db, board.universeId)))).status).toBe(403)
    const api = `gsv3_${'a'.repeat(43)}`
    for (const url of [`/rest/bigscreen/${api}`, `/bigscreen/${api}`]) {
      const refused = await board.app.inject({ url })
      expect([url, refused.statusCode]).toEqual([url, 403])
      expect(refused.body).toContain('does not work in an address')
    }
    const limited = await keyFor({}, { per_minute: 1 })
    expect((await screenOf(limited)).status).toBe(200)
    expect((await screenOf(limited)).status).toBe(429)
  })

  test('opens at its address for everybody, also while nobody knows the key (NAV-09)', async () => {
    const page = await board.app.inject({ url: '/bigscreen/any-key?lang=fi' })
    expect(page).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.body).toContain('<html lang="fi-FI">')
  })
})

describe('a comment', () => {
  const hide = (caller: Caller, id: number, hidden: boolean, survey = board.survey) =>
    caller('POST', `/rest/interviews/hidecomment/${survey}/${id}`, { hidden })
  const comments = async (token: string): Promise<string[]> =>
    (await screenOf(token)).body.slides.map(({ comment }: { comment: string }) => comment)

  test('that is hidden is on no screen from the next time on, and another one is in its place', async () => {
    const token = await keyFor({}, { path: 'country=Sweden' })
    const [id = 0] = board.responseIds.slice(27)
    expect(await comments(token)).toContain('Comment 28')
    expect((await root('GET', `/rest/interviews/data/${board.survey}/${id}`)).body.screenComment).toBe('shown')
    expect(await hide(root, id, true)).toEqual({ status: 200, body: { screenComment: 'hidden' } })
    expect(await hide(root, id, true)).toMatchObject({ status: 200 })
    const left = await comments(token)
    expect(left).not.toContain('Comment 28')
    expect(left).toHaveLength(20)
    expect((await root('GET', `/rest/interviews/data/${board.survey}/${id}`)).body.screenComment).toBe('hidden')
    const audited = await board.deps.db.selectFrom('audit').select('action').where('object', '=', String(id)).execute()
    expect(audited).toContainEqual({ action: 'interview.comment.hide' })
    expect(await hide(root, id, false)).toMatchObject({ body: { screenComment: 'shown' } })
    expect(await comments(token)).toContain('Comment 28')
  })

  test('is hidden by administrators alone, and within their places', async () => {
    const [id = 0] = board.responseIds
    const offered = async (caller: Caller, response = id) =>
      (await caller('GET', `/rest/interviews/data/${board.survey}/${response}`)).body.screenComment
    expect(await offered(await board.as({ admin: true }))).toBe('shown')
    expect(await offered(await board.as())).toBeNull()
    // The last but one of Stockholm gave too low a rating to be shown.
    expect(await offered(root, board.responseIds[28])).toBeNull()
    expect((await hide(await board.as(), id, true)).status).toBe(403)
    expect((await hide(await board.as({ admin: true, filters: { country: ['Norway'] } }), id, true)).status).toBe(404)
    expect((await hide(await board.as({ admin: true }), id, true)).status).toBe(200)
    const [answer = 0] = anonymous.responseIds
    expect((await hide(root, answer, true, anonymous.extName)).status).toBe(403)
  })

  test('of another place, below the least rating, or of a sample is on no screen', async () => {
    const shown = JSON.stringify((await screenOf(await keyFor({}, { path: 'country=Sweden' }))).body)
    for (const words of ['Fra Oslo', 'Comment 29', 'Comment 30', 'Not sent']) expect(shown).not.toContain(words)
    expect(await comments(await keyFor({}, { path: 'country=Norway' }))).toEqual(['Fra Oslo', 'Fra Oslo', 'Fra Oslo'])
  })
})

describe('a widget', () => {
  const get = (url: string, headers: Record<string, string> = {}) => board.app.inject({ url, headers })

  test('shows the score in a frame on any page, without a cookie or a script', async () => {
    const token = await keyFor({}, { type: 1, path: 'country=Sweden' })
    const page = await get(`/widget/${token}?lang=sv`)
    expect(page.statusCode).toBe(200)
    for (const words of ['lang="sv-SE"', 'Sweden', 'Kunderna säger', '3,8 av 5', '30 omdömen'])
      expect(page.body).toContain(words)
    expect(page.body).not.toContain('<script')
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.headers['x-frame-options']).toBeUndefined()
    expect(page.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(page.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    })
    const again = await get(`/widget/${token}?lang=sv`, { 'if-none-match': `W/${String(page.headers['etag'])}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get(`/widget/${token}?lang=en`, { 'if-none-match': String(page.headers['etag']) })).statusCode).toBe(
      200,
    )
  })

  test('tells search engines the rating, and none of too few answers', async () => {
    const markup = async (path: string) => {
      const answer = await get(`/widget/${await keyFor({}, { type: 2, path })}/rating.json`)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/ld+json; charset=utf-8'])
      return answer.json()
    }
    const organisation = { '@context': 'https://schema.org', '@type': 'Organization' }
    const aggregateRating = {
      ...{ '@type': 'AggregateRating', ratingValue: 3.8, bestRating: 5, worstRating: 1 },
      ratingCount: 30,
    }
    expect(await markup('country=Sweden')).toEqual({ ...organisation, name: 'Sweden', aggregateRating })
    expect(await markup('country=Norway')).toEqual({ ...organisation, name: 'Norway' })
    const few = await get(`/widget/${await keyFor({}, { type: 1, path: 'country=Norway' })}`)
    expect(few.body).toContain('Too few answers to show yet')
    expect(few.body).not.toMatch(/★|reviews/)
  })

  test('opens for a key of its own type alone, and only widgets may be read by other pages', async () => {
    const [score, search] = [await keyFor({}, { type: 1 }), await keyFor({}, { type: 2 })]
    for (const [url, status] of [
      [`/widget/${score}`, 200],
      [`/widget/${search}`, 403],
      [`/widget/${score}/rating.json`, 403],
      [`/widget/${search}/rating.json`, 200],
      [`/widget/gsv1_${'a'.repeat(43)}`, 401],
      [`/widget/gsv3_${'a'.repeat(43)}/rating.json`, 403],
      [`/rest/bigscreen/${search}`, 403],
    ] as const)
      expect([url, (await get(url)).statusCode]).toEqual([url, status])
    const screenKey = await keyFor({})
    expect((await get(`/rest/bigscreen/${screenKey}`)).headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('an attack on an anonymous survey by its public screen', () => {
  test('reads no word of anybody, and the figures that everybody is published', async () => {
    const { status, body } = await screenOf(await keyFor(anonymous))
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('Secret')
    expect(body.slides).toEqual([
      {
        starRating: null,
        comment: null,
        evaluation: null,
        expressionResults: [{ label: 'Score', value: expect.any(String) }],
      },
    ])
    expect(body.evaluationsText.en).toMatch(/^About \d*[05] reviews$/)
  })

  test('learns nothing from one answer more: the screen stays as it was', async () => {
    const token = await keyFor(anonymous)
    const before = (await screenOf(token)).body
    expect(before.avgRating).not.toBeNull()
    const answers = { country: 'Sweden', store: 'Stockholm', rating: 5, comment: 'Secret words' }
    await write(programContext(board.deps, 'test'), async (tx) => {
      const ids = await addResponses(tx.db, anonymous.surveyId, [{ date: '2026-02-09', answers }])
      await tx.changed(anonymous.surveyId, ids)
    })
    await caughtUp(board.deps.analytics, board.deps.pool)
    expect((await screenOf(token)).body).toEqual(before)
  })
})
