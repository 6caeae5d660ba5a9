import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { readConfiguration, saveConfiguration } from '#server/domain/build/configuration.ts'
import { appendSurveyChange } from '#server/domain/figures/feed/change-log.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'

let board: Dashboard
let everyone: Caller
let norwegian: Caller
let interviewId: number

beforeAll(async () => {
  board = await openDashboard()
  everyone = await board.as({ username: 'eva@example.org', firstName: 'Eva', lastName: 'Berg' })
  norwegian = await board.as({ filters: { country: ['Norway'] } })
  interviewId = board.responseIds[0] ?? 0
})

afterAll(() => board.close())

describe('a single interview', () => {
  test('is answered by id as the configuration lays it out (INTV-22)', async () => {
    await board.deps.db
      .insertInto('response_record')
      .values({
        response_id: interviewId,
        recordset: 'basket',
        cells: JSON.stringify({ product: 'Tent', amount: 1299 }),
      })
      .execute()
    const { status, body } = await everyone('GET', `/rest/interviews/data/${board.survey}/${interviewId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      interviewId,
      state: '0',
      isCompleted: true,
      drillPath: 'country=Sweden;store=Stockholm',
      enableSharing: true,
      showInternalValues: false,
      headerVariableTitle: null,
      highlights: [],
      mailTrackingsData: null,
      comments: [],
    })
    expect(body.sidebarData).toMatchObject({
      header: { title: 'STOCKHOLM', subtitle: '5 Jan 2026' },
      faceIcon: 'positive',
      rating: 5,
      ratingMax: 5,
    })
    expect(body.sidebarData.bgAnswers).toHaveLength(3)
    expect(
      body.sidebarData.interviewLinks.map((link: { interviewId: number; isSelected: boolean }) => [
        link.interviewId,
        link.isSelected,
      ]),
    ).toEqual([
      [board.responseIds[1], false],
      [interviewId, true],
    ])
    expect(body.sidebarData.chartData).toEqual({
      categories: ['2026-01-05', '2026-01-06'],
      title: 'rating',
      data: [5, 2],
    })
    expect(body.openQuestionsData).toEqual([{ variable: 'comment', label: 'comment', value: 'Good', judgement: null }])
    expect(body.starredQuestionsData).toEqual([{ label: 'rating', value: '5', icon: 'positive' }])
    expect(body.resultGroupsData[0]).toEqual({
      label: 'Drivers',
      answers: [{ label: 'rating', value: '5', icon: 'positive' }],
    })
    expect(body.tableGroups).toEqual([{ title: 'Basket', columns: ['product', 'amount'], rows: [['Tent', '1,299']] }])
  })

  test('shows a rating outside its scale as the number it is', async () => {
    const id = board.responseIds[2] ?? 0
    const { db } = board.deps
    const { answers } = await db.selectFrom('response').select('answers').where('id', '=', id).executeTakeFirstOrThrow()
    const store = (stored: object): Promise<unknown> =>
      db
        .updateTable('response')
        .set({ answers: JSON.stringify(stored) })
        .where('id', '=', id)
        .execute()
    await store({ ...answers, rating: 7 })
    const { body } = await everyone('GET', `/rest/interviews/data/${board.survey}/${id}`)
    await store(answers)
    expect(body.sidebarData).toMatchObject({ rating: 7, ratingMax: null, faceIcon: 'positive' })
    expect(body.starredQuestionsData).toEqual([{ label: 'rating', value: '7', icon: 'positive' }])
  })

  test('outside a user’s rights is as if it did not exist', async () => {
    expect((await norwegian('GET', `/rest/interviews/data/${board.survey}/${interviewId}`)).status).toBe(404)
    expect((await everyone('GET', `/rest/interviews/data/${board.survey}/999999`)).status).toBe(404)
    expect((await everyone('GET', `/rest/interviews/data/${board.survey}/one`)).body.fields).toHaveProperty(
      'interviewId',
    )
  })

  test('shows what was sent to the respondent', async () => {
    const campaign = await board.deps.db
      .insertInto('campaign')
      .values({ survey_id: board.surveyId, ext_name: 'spring', title: 'Spring', sending_type: 'EMAIL' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sent = board.responseIds[2] ?? 0
    await board.deps.db
      .insertInto('recipient')
      .values({
        campaign_id: campaign.id,
        response_id: sent,
        state: 'SENT',
        sent_at: '2026-01-01T08:00:00Z',
        open_count: 2,
        click_count: 1,
      })
      .execute()
    const { body } = await everyone('GET', `/rest/interviews/data/${board.survey}/${sent}`)
    expect(body.mailTrackingsData.stats).toEqual({
      email: '',
      totalSent: 1,
      totalOpened: 1,
      shareOpened: 100,
      totalClicked: 1,
    })
    expect(body.mailTrackingsData.rows).toEqual([
      {
        id: expect.any(Number),
        date: '2026-01-01T08:00:00.000Z',
        name: 'Spring',
        state: 'SENT',
        views: 2,
        clicks: 1,
        recording: false,
      },
    ])
  })
})

describe('comments', () => {
  test('answer the created comment, trimmed, and stay (INTV-23)', async () => {
    const id = board.responseIds[3]
    const { status, body } = await everyone('POST', `/rest/interviews/comment/${board.survey}/${id}`, {
      message: '  Called back. ',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      author: 'Eva Berg',
      actorUsername: null,
      actor: null,
      created: expect.any(String),
      username: 'eva@example.org',
      message: 'Called back.',
    })
    expect((await everyone('GET', `/rest/interviews/data/${board.survey}/${id}`)).body.comments).toEqual([body])
  })

  test('name a user without a name, or who is gone, by the username', async () => {
    const nameless = await board.as({ username: 'till7', firstName: '' })
    const url = `/rest/interviews/comment/${board.survey}/${board.responseIds[2]}`
    expect((await nameless('POST', url, { message: 'x' })).body).toMatchObject({ username: 'till7', author: 'till7' })
    await board.deps.db.updateTable('response_comment').set({ user_id: null }).where('username', '=', 'till7').execute()
    const read = await everyone('GET', `/rest/interviews/data/${board.survey}/${board.responseIds[2]}`)
    expect(read.body.comments).toMatchObject([{ username: 'till7', author: 'till7', actor: null }])
  })

  test('that are blank, or on an interview one may not open, change nothing', async () => {
    const blank = await everyone('POST', `/rest/interviews/comment/${board.survey}/${interviewId}`, { message: '   ' })
    expect(blank).toMatchObject({ status: 400, body: { fields: { message: 'Write a comment first' } } })
    expect(
      (await norwegian('POST', `/rest/interviews/comment/${board.survey}/${interviewId}`, { message: 'x' })).status,
    ).toBe(404)
    expect((await everyone('GET', `/rest/interviews/data/${board.survey}/${interviewId}`)).body.comments).toEqual([])
  })
})

describe('sharing', () => {
  test('gives a page the address of the settings, whatever a request says it came to', async () => {
    const payload = { network: 'LINKEDIN', quote: null }
    const user = await createUser(board.deps.db, { isRoot: true })
    const headers = bearer(await signIn(board.deps, user, board.universeId))
    const answer = await board.app.inject({
      method: 'POST',
      url: `/rest/interviews/share/${board.survey}/${interviewId}`,
      headers: { ...headers, host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      payload,
    })
    const { publishUrl } = answer.json<{ publishUrl: string }>()
    expect(new URL(publishUrl).origin).toBe(configuredAddress(board.deps.config))
  })

  test('answers sharingURL and publishUrl for FACEBOOK and LINKEDIN (INTV-24)', async () => {
    for (const [network, host] of [
      ['FACEBOOK', 'www.facebook.com'],
      ['LINKEDIN', 'www.linkedin.com'],
    ] as const) {
      const { body } = await everyone('POST', `/rest/interviews/share/${board.survey}/${interviewId}`, {
        network,
        quote: 'comment',
      })
      expect(new URL(body.sharingURL).host).toBe(host)
      expect([...new URL(body.sharingURL).searchParams.values()]).toEqual([body.publishUrl])
      expect(new URL(body.publishUrl).pathname).toMatch(/^\/share\/[\w-]{43}$/)
    }
    const other = await everyone('POST', `/rest/interviews/share/${board.survey}/${interviewId}`, {
      network: 'MYSPACE',
      quote: null,
    })
    expect(other.body.fields).toHaveProperty('network')
  })

  test('publishes title, rating and the chosen quote, nothing else, until it is taken back', async () => {
    const { body } = await everyone('POST', `/rest/interviews/share/${board.survey}/${interviewId}`, {
      network: 'LINKEDIN',
      quote: 'comment',
    })
    const path = new URL(body.publishUrl).pathname
    const page = await board.app.inject({ method: 'GET', url: path })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('5 / 5')
    expect(page.body).toContain('“Good”')
    expect(page.body).not.toContain('Stockholm')
    expect((await board.app.inject({ method: 'GET', url: `${path}x` })).statusCode).toBe(404)
    const listed = (await everyone('GET', `/rest/interviews/shares/${board.survey}/${interviewId}`)).body.shares
    expect(listed[0]).toMatchObject({ shareId: body.shareId, publishUrl: body.publishUrl })
    const url = `/rest/interviews/share/${board.survey}/${interviewId}/${body.shareId}`
    expect((await norwegian('DELETE', url)).status).toBe(404)
    expect((await everyone('DELETE', url)).status).toBe(200)
    const gone = await board.app.inject({ method: 'GET', url: path, headers: { 'accept-language': 'sv' } })
    expect(gone.statusCode).toBe(404)
    expect(gone.body).toContain('Sidan finns inte, eller så har den tagits tillbaka.')
    const { shares } = (await everyone('GET', `/rest/interviews/shares/${board.survey}/${interviewId}`)).body
    expect(shares.map((share: { shareId: number }) => share.shareId)).not.toContain(body.shareId)
  })

  test('shows what was written as text, in the page and in the previews of networks', async () => {
    const attack = `</title><script>alert("1")</script>'"&amp;`
    const { db } = board.deps
    await db
      .updateTable('response')
      .set({ answers: sql`answers || ${JSON.stringify({ comment: attack })}::jsonb` })
      .where('id', '=', board.responseIds[3] ?? 0)
      .execute()
    const title = { en: `Shop <b onmouseover="x">` }
    await db
      .updateTable('survey')
      .set({ title: JSON.stringify(title) })
      .where('id', '=', board.surveyId)
      .execute()
    const shared = await everyone('POST', `/rest/interviews/share/${board.survey}/${board.responseIds[3]}`, {
      network: 'FACEBOOK',
      quote: 'comment',
    })
    const page = await board.app.inject({ url: new URL(shared.body.publishUrl).pathname })
    const escaped = '&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&quot;&amp;amp;'
    expect(page.body).toContain(`<blockquote>“${escaped}”</blockquote>`)
    expect(page.body).toContain(`<meta property="og:description" content="${escaped}"`)
    expect(page.body).not.toContain('<script')
    expect(page.body).not.toContain('<b ')
  })

  test('of another interview is not taken back by the number of the page', async () => {
    const share = (id: number | undefined) => `/rest/interviews/share/${board.survey}/${id}`
    const made = await everyone('POST', share(board.responseIds[1]), { network: 'LINKEDIN', quote: null })
    expect((await everyone('DELETE', `${share(board.responseIds[2])}/${made.body.shareId}`)).status).toBe(404)
    expect((await board.app.inject({ url: new URL(made.body.publishUrl).pathname })).statusCode).toBe(200)
    expect((await everyone('DELETE', `${share(board.responseIds[1])}/${made.body.shareId}`)).status).toBe(200)
    expect((await everyone('DELETE', `${share(board.responseIds[1])}/${made.body.shareId}`)).status).toBe(404)
  })

  test('quotes only a comment of the interview', async () => {
    const { body } = await everyone('POST', `/rest/interviews/share/${board.survey}/${interviewId}`, {
      network: 'LINKEDIN',
      quote: 'store',
    })
    expect(body.fields).toHaveProperty('quote')
  })
})

describe('what cannot be written to the audit log', () => {
  const share = () => `/rest/interviews/share/${board.survey}/${interviewId}`
  const counts = async () => {
    const comments = (await everyone('GET', `/rest/interviews/data/${board.survey}/${interviewId}`)).body.comments
    const { shares } = (await everyone('GET', `/rest/interviews/shares/${board.survey}/${interviewId}`)).body
    return { comments: comments.length, shares: shares.length }
  }

  test('is not done: a comment, a public page, taking one back', async () => {
    const payload = { network: 'LINKEDIN', quote: null }
    const { shareId } = (await everyone('POST', share(), payload)).body
    const before = await counts()
    await sql`alter table audit add constraint refused check (action not like 'interview.%') not valid`.execute(
      board.deps.db,
    )
    onTestFinished(async () => {
      await sql`alter table audit drop constraint refused`.execute(board.deps.db)
    })
    const comment = `/rest/interviews/comment/${board.survey}/${interviewId}`
    const answers = [
      await everyone('POST', comment, { message: 'x' }),
      await everyone('POST', share(), payload),
      await everyone('DELETE', `${share()}/${shareId}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
    expect(await counts()).toEqual(before)
  })
})

describe('an anonymous survey', () => {
  test('has no interview page, no leaf rows and no sharing', async () => {
    const anonymous = await openDashboard({ extra: 'anonymity: { filters: [] }' })
    try {
      const call = await anonymous.as()
      const id = anonymous.responseIds[0]
      expect((await call('GET', `/rest/interviews/data/${anonymous.survey}/${id}`)).status).toBe(403)
      expect(
        (await call('POST', `/rest/interviews/share/${anonymous.survey}/${id}`, { network: 'LINKEDIN', quote: null }))
          .status,
      ).toBe(403)
      const leaf = await call('GET', `/rest/widgets/data/${anonymous.survey}/units/country=Sweden;store=Stockholm`)
      expect(leaf.body.rankingData).toMatchObject({
        leafRows: false,
        rows: [{ interviewId: null, drillPath: null }],
        leftOut: { en: 'This survey is anonymous, so single interviews are not shown.' },
      })
    } finally {
      await anonymous.close()
    }
  })
})

/** Changes a survey's configuration: the sections of `extra` replace those of the same name. */
async function configure({ deps: { db }, ...at }: Dashboard, extra: string, removed = ''): Promise<void> {
  const known = await readConfiguration(db, at.surveyId)
  const { [removed]: _, ...kept } = parse(known?.text ?? '')
  const text = stringify({ ...kept, ...parse(extra) })
  const survey = { id: at.surveyId, universeId: at.universeId, extName: at.survey }
  await db.transaction().execute(async (trx) => {
    await saveConfiguration(trx, survey, { text, source: 'user', author: 'test' })
    await appendSurveyChange(trx, at.surveyId)
  })
}

describe('public pages made while a survey shared its interviews', () => {
  test.each([
    ['is anonymous', 'anonymity: { filters: [] }'],
    ['shares no longer', 'sharing: false'],
  ])('are closed once it %s, and nobody makes, lists or withdraws any', async (_case, extra) => {
    const shop = await openDashboard()
    try {
      const call = await shop.as()
      const share = `/rest/interviews/share/${shop.survey}/${shop.responseIds[0]}`
      const { body } = await call('POST', share, { network: 'LINKEDIN', quote: 'comment' })
      const open = async () => (await shop.app.inject({ url: new URL(body.publishUrl).pathname })).statusCode
      expect(await open()).toBe(200)
      await configure(shop, extra)
      expect(await open()).toBe(404)
      const answers = [
        await call('POST', share, { network: 'LINKEDIN', quote: null }),
        await call('GET', `/rest/interviews/shares/${shop.survey}/${shop.responseIds[0]}`),
        await call('DELETE', `${share}/${body.shareId}`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
      await configure(shop, 'sharing: true', 'anonymity')
      expect(await open()).toBe(200)
    } finally {
      await shop.close()
    }
  })
})

describe('cell details', () => {
  test('answer the sections filled from the response, and the links (RANK-26)', async () => {
    const { body } = await everyone('GET', `/rest/rankings/details/${board.survey}/${interviewId}/visit`)
    expect(body).toEqual({
      sections: [{ title: 'Visit', paragraphs: ['Good'] }],
      gotoSampleLink: true,
      gotoZendeskLink: `https://example.org/t/${interviewId}`,
    })
    expect((await everyone('GET', `/rest/rankings/details/${board.survey}/${interviewId}/nothing`)).status).toBe(404)
    expect((await norwegian('GET', `/rest/rankings/details/${board.survey}/${interviewId}/visit`)).status).toBe(404)
  })
})
