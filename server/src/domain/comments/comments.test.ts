import { createTicket } from '@gensvar/contract/identity'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { portableSql } from '#server/platform/sql.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { judgeComments } from './judge-comments.ts'
import { learnSurvey } from './learning/learn.ts'
import { noteComments } from './note-comments.ts'
import { extra, questions, rows, texts } from './testing/commented-survey.ts'

let board: Dashboard
let call: Caller
let ctx: Ctx

beforeAll(async () => {
  board = await openDashboard({ extra, rows, questions })
  ctx = programContext(board.deps, 'test')
  call = await board.as()
  await judgeAll()
})

afterAll(() => board.close())

async function judgeAll(at: Pick<Dashboard, 'surveyId'> = board): Promise<number> {
  const judged = await judgeComments(ctx, at.surveyId, AbortSignal.timeout(60_000), () => {})
  await caughtUp(board.deps.analytics, board.deps.pool)
  return judged
}

async function ask(component: string, path = 'root', query = '') {
  const { status, body } = await call('GET', `/rest/widgets/data/${board.survey}/${component}/${path}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** What is stored of completed interviews, as far as figures count it. */
async function stored(where = 'true') {
  const { rows: found } = await board.deps.pool.query<{
    response_id: number
    variable: string
    label: 'pos' | 'neg' | 'neu'
    mixed: boolean
    categories: { id: string; label: string }[]
  }>(
    `select response_id, variable, label, mixed, categories from comment_judgement cj
       join question q on q.id = cj.question_id join response r on r.id = cj.response_id
      where cj.survey_id = $1 and r.state = 0 and label is not null and ${where}`,
    [board.surveyId],
  )
  return found
}

const labels = { positive: 'pos', negative: 'neg', neutral: 'neu' } as const
type Sentiment = keyof typeof labels
const sentiments = Object.keys(labels) as Sentiment[]

async function found(component: string, path: string, asked: Record<string, string>): Promise<number> {
  const { totalNumberRows } = await ask(component, path, `?${new URLSearchParams({ ...asked, rowTo: '0' }).toString()}`)
  return totalNumberRows
}

test('figures are those of the stored rows, and a search opens exactly the comments they count (TEXT-11) (TEXT-12) (TEXT-14)', async () => {
  for (const [path, where] of [
    ['root', 'true'],
    ['country=Sweden;store=Malmo;channel=till', `r.answers->>'store' = 'Malmo' and r.answers->>'channel' = 'till'`],
    ['rating=range_1_2', `(r.answers->>'rating')::int <= 2`],
  ] as const) {
    const comments = await stored(where)
    expect(comments.length).toBeGreaterThan(3)
    const overview = await ask('voices', path)
    expect(overview).toMatchObject({ withheld: null, nComments: comments.length })
    expect(overview.nCommentInterviews).toBe(new Set(comments.map((one) => one.response_id)).size)
    expect(overview.nInterviews).toBeGreaterThanOrEqual(overview.nCommentInterviews)
    let hundredths = 0
    for (const sentiment of sentiments) {
      const of = overview[`${sentiment}Feedback`]
      const own = comments.filter(({ label }) => label === labels[sentiment])
      expect(of.nComments).toBe(own.length)
      expect(of.feedbackPercentageTitle.en.toLowerCase()).toBe(sentiment)
      expect(Math.abs(of.feedbackPercentage - (100 * own.length) / comments.length)).toBeLessThanOrEqual(0.01)
      hundredths += Math.round(of.feedbackPercentage * 100)
      expect(await found('fq', path, { sentiment })).toBe(own.length)
      expect(of.topCategories.length).toBeLessThanOrEqual(3)
      for (const { extName, nComments } of of.topCategories)
        expect(await found('fq', path, { sentiment, category: extName })).toBe(nComments)
    }
    expect(hundredths).toBe(10_000)
    const { categories, nComments, nUncategorised } = await ask('fs', path)
    expect(nComments).toBe(comments.length)
    expect(nUncategorised).toBe(comments.filter((one) => one.categories.length === 0).length)
    for (const category of categories) {
      const about = (variable?: string, label?: string) =>
        comments.filter(
          (one) =>
            (variable === undefined || one.variable === variable) &&
            one.categories.some(({ id, label: said }) => id === category.extName && (label ?? said) === said),
        ).length
      expect(category.nComments).toBe(about())
      expect(category.title.fi).toEqual(expect.any(String))
      expect([category.nPositives, category.nNegatives, category.nNeutrals]).toEqual([
        about(undefined, 'pos'),
        about(undefined, 'neg'),
        about(undefined, 'neu'),
      ])
      if (path !== 'root') expect(await found('fq', path, { category: category.extName })).toBe(category.nComments)
      for (const one of category.questionResults) {
        expect(one.nComments).toBe(about(one.variable))
        expect(one.title).not.toBe('')
        const all = comments.filter(({ variable }) => variable === one.variable).length
        if (all > 0) expect(one.percentageText).toBe(`${((100 * one.nComments) / all).toFixed(2)} %`)
        if (path === 'root' && category.parent === null)
          expect(await found('fq', path, { category: category.extName, questions: one.variable })).toBe(one.nComments)
      }
      if (category.parent !== null) {
        const names = categories.map(({ extName }: { extName: string }) => extName)
        expect(names.slice(0, names.indexOf(category.extName))).toContain(category.parent)
      }
    }
    const { overview: total, topCategories, words } = await ask('fo', path)
    if (path === 'root') expect(words.map(({ word }: { word: string }) => word)).toContain('friendly')
    for (const { word, nComments, nPositives, nNegatives } of words.slice(0, 3)) {
      expect(await found('fq', path, { term: word })).toBe(nComments)
      expect(await found('fq', path, { term: word, sentiment: 'positive' })).toBe(nPositives)
      expect(await found('fq', path, { term: word, sentiment: 'negative' })).toBe(nNegatives)
    }
    expect(total).toEqual(overview)
    expect(topCategories.length).toBeLessThanOrEqual(4)
    const top = categories.filter(({ parent }: { parent: string | null }) => parent === null)
    const largest = top.map((one: { nComments: number }) => one.nComments).toSorted((a: number, b: number) => b - a)
    expect(topCategories.map((one: { nComments: number }) => one.nComments)).toEqual(largest.slice(0, 4))
  }
})

/** A filter in a path, and what it demands of a response. */
type Drawn = readonly [path: string, where: string]

const judged = (label: string): string =>
  `exists (select from comment_judgement o join question oq on oq.id = o.question_id
            where o.response_id = r.id and oq.variable = 'comment' and ${label})`
const oneOf = (...drawn: Drawn[]) => fc.constantFrom<Drawn>(['', 'true'], ...drawn)
const drawnFilters = fc.tuple(
  oneOf(['country=Sweden', `r.answers->>'country' = 'Sweden'`], ['country=Norway', `r.answers->>'country' = 'Norway'`]),
  oneOf(['channel=web', `r.answers->>'channel' = 'web'`], ['channel=till', `r.answers->>'channel' = 'till'`]),
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 4 })).map(([from, width]): Drawn => {
    const to = Math.min(5, from + width)
    return [`rating=range_${from}_${to}`, `(r.answers->>'rating')::int between ${from} and ${to}`]
  }),
  oneOf(
    ['sentiment:comment=negative', judged(`o.label = 'neg'`)],
    ['sentiment:comment=positive', judged(`o.label = 'pos'`)],
    ['category:comment=staff', judged(`o.label is not null and o.categories @> '[{"id":"staff"}]'`)],
    ['negative:comment=staff', judged(`o.label is not null and o.categories @> '[{"id":"staff","label":"neg"}]'`)],
  ),
)

test('under any filters the shares add up to 100, are those of the stored rows, and searches list what is counted', async () => {
  await fc.assert(
    fc.asyncProperty(drawnFilters, fc.nat(), async (filters, draw) => {
      const path = filters.flatMap(([one]) => (one === '' ? [] : [one])).join(';') || 'root'
      const comments = await stored(filters.map(([, where]) => where).join(' and '))
      const overview = await ask('voices', path)
      expect(overview.nComments).toBe(comments.length)
      const all = await ask('fq', path, '?rowTo=100')
      expect(all.totalNumberRows).toBe(comments.length)
      expect(all.rows).toHaveLength(Math.min(100, comments.length))
      const shares = sentiments.map((sentiment) => overview[`${sentiment}Feedback`].feedbackPercentage as number | null)
      if (comments.length === 0) expect(shares).toEqual([null, null, null])
      else expect(shares.reduce<number>((sum, share) => sum + Math.round((share ?? 0) * 100), 0)).toBe(10_000)
      for (const sentiment of sentiments) {
        const own = comments.filter(({ label }) => label === labels[sentiment])
        expect(overview[`${sentiment}Feedback`].nComments).toBe(own.length)
        expect(await found('fq', path, { sentiment })).toBe(own.length)
      }
      const { categories } = await ask('fs', path)
      const one = categories[draw % Math.max(1, categories.length)]
      if (one === undefined) return
      const about = comments.flatMap((comment) => comment.categories.filter(({ id }) => id === one.extName))
      expect([one.nComments, one.nNegatives]).toEqual([
        about.length,
        about.filter(({ label }) => label === 'neg').length,
      ])
      expect(await found('fq', path, { category: one.extName })).toBe(one.nComments)
      expect(await found('fq', path, { category: one.extName, sentiment: 'negative' })).toBe(one.nNegatives)
    }),
    { numRuns: 12 },
  )
})

test('what comments say is a filter of places, figures and lists alike', async () => {
  const all = await stored()
  const rude = all.filter(
    ({ variable, categories }) =>
      variable === 'comment' && categories.some(({ id, label }) => id === 'staff' && label === 'neg'),
  )
  expect(rude.length).toBeGreaterThan(0)
  const overview = await ask('voices', 'negative:comment=staff')
  expect(overview.nInterviews).toBe(rude.length)
  const { body: filters } = await call('GET', `/rest/filters/data/${board.survey}/standard`)
  const [tones, categories] = filters.filterGroups[0].filters
  expect(tones.options.map((one: { extName: string }) => one.extName)).toEqual(sentiments)
  expect(categories.options.map((one: { extName: string }) => one.extName)).toContain('staff/manner')
  // The list is PostgreSQL's, the figure DuckDB's.
  const ofNegative = (await ask('voices', 'sentiment:comment=negative')).nInterviews
  const own = all.filter(({ variable, label }) => variable === 'comment' && label === 'neg')
  expect(ofNegative).toBe(own.length)
  expect(await found('qs', 'sentiment:comment=negative', {})).toBe(own.length)
  const wrong = await call('GET', `/rest/widgets/data/${board.survey}/voices/sentiment:comment=angry`)
  expect(wrong.status).toBe(400)
})

test('indicators tell the share of good comments less that of bad ones, and shares of categories', async () => {
  const comments = (await stored()).filter(({ variable }) => variable === 'comment')
  const share = (of: typeof comments) => (100 * of.length) / comments.length
  const tone =
    share(comments.filter(({ label }) => label === 'pos')) - share(comments.filter(({ label }) => label === 'neg'))
  const rude = comments.filter(({ categories }) =>
    categories.some(({ id, label }) => id === 'staff' && label === 'neg'),
  )
  const text = JSON.stringify(await ask('head'))
  const values = [...text.matchAll(/"value":(-?[\d.]+)/g)].map(([, value]) => Number(value))
  expect(values.some((value) => Math.abs(value - tone) < 0.01)).toBe(true)
  expect(values.some((value) => Math.abs(value - share(rude)) < 0.01)).toBe(true)
})

test('a search has 25 rows a page, with comment, sentiment, categories and customer info, of one question or several (TEXT-13) (TEXT-15)', async () => {
  const { rows: page, totalNumberRows, customerInfoTitles } = await ask('fq')
  expect(page).toHaveLength(25)
  expect(totalNumberRows).toBeGreaterThan(25)
  expect(customerInfoTitles).toHaveLength(1)
  for (const row of page) {
    expect(texts).toContain(row.comment)
    expect(row).toMatchObject({ positive: expect.any(Boolean), negative: expect.any(Boolean) })
    expect(row.indicator).toEqual(row.indicator.map(() => expect.objectContaining({ extName: expect.any(String) })))
    expect(row.customerInfo).toEqual([expect.stringMatching(/^(Oslo|Stockholm|Malmo)$/i)])
    for (const { start, end } of row.spans) {
      expect(start).toBeLessThan(end)
      expect(end).toBeLessThanOrEqual(row.comment.length)
    }
  }
  const inNorway = await ask('fq', 'country=Norway', '?term=staff&rowTo=100')
  expect(inNorway.rows.length).toBeGreaterThan(0)
  for (const row of inNorway.rows) {
    expect(row.comment.toLowerCase()).toContain('staff')
    expect(row.customerInfo).toEqual([expect.stringMatching(/^oslo$/i)])
  }
  const mixed = await ask('qs', 'root', '?sentiment=mixed')
  for (const row of mixed.rows) expect(row).toMatchObject({ positive: true, negative: true, sentiment: 'neutral' })
  const queue = await ask('qs', 'root', '?term=QUEUE&rowTo=100')
  expect(queue.rows.length).toBeGreaterThan(0)
  for (const row of queue.rows) {
    expect(row.comment).toMatch(/queue/)
    expect(row.variable).toBe('comment')
    expect(row.indicator.map((one: { extName: string }) => one.extName)).toContain('waiting')
  }
  expect(await ask('qs', 'root', '?term=nobody%20wrote%20this')).toMatchObject({ rows: [], totalNumberRows: 0 })
  const strange = await call('GET', `/rest/widgets/data/${board.survey}/qs/root?category=magic`)
  expect(strange).toMatchObject({ status: 400, body: { fields: { category: expect.anything() } } })
})

test('a question search is an Excel file at an address with a ticket, with the comments it shows (TEXT-09) (TEXT-16)', async () => {
  const path = `/rest/comments/file/${board.survey}/qs/country=Norway`
  const url = `${path}?term=staff`
  const asked = await call('POST', createTicket.path, { path: url })
  expect(asked.status).toBe(200)
  const file = await board.app.inject({ url: `${url}&token=${asked.body.ticket}` })
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toContain('spreadsheetml')
  const [sheet] = (await readXlsx(file.rawPayload)).sheets
  const text = JSON.stringify(sheet?.rows)
  const { rows: page } = await ask('qs', 'country=Norway', '?term=staff&rowTo=100')
  expect(page.length).toBeGreaterThan(0)
  for (const comment of new Set(page.map((row: { comment: string }) => row.comment))) expect(text).toContain(comment)
  expect(text).toContain('OSLO')
  expect(text).not.toContain('STOCKHOLM')
  expect((await board.app.inject({ url: `${url}&token=${asked.body.ticket}` })).statusCode).toBe(401)
})

test('patterns are tried on the comments there are, and each that cannot be read is named', async () => {
  const admin = await board.as({ isRoot: true })
  const url = `/rest/comments/try/${board.survey}`
  const tried = await admin('POST', url, { language: 'en', patterns: ['queue*', 'rude'], exclude: ['rude staff'] })
  expect(tried.status).toBe(200)
  expect(tried.body.nCaught).toBeGreaterThan(0)
  for (const { comment, spans } of tried.body.examples)
    for (const { start, end } of spans) expect(comment.slice(start, end).toLowerCase()).toMatch(/^(queue|rude)/)
  const wrong = await admin('POST', url, { language: 'en', patterns: ['queue*', '*'], exclude: [] })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { 'patterns.1': expect.any(String) } } })
})

test('who sees one country sees its comments alone', async () => {
  const limited = await board.as({ filters: { country: ['Norway'] } })
  const { body } = await limited('GET', `/rest/widgets/data/${board.survey}/fq/root?rowTo=100`)
  expect(body.rows.length).toBeGreaterThan(0)
  for (const row of body.rows) expect(row.customerInfo).toEqual(['OSLO'])
  const { body: overview } = await limited('GET', `/rest/widgets/data/${board.survey}/voices/root`)
  expect(overview.nComments).toBe((await stored(`r.answers->>'country' = 'Norway'`)).length)
})

test('a correction counts at once, survives judging again, and is gone when it is taken back or the comment changes', async () => {
  const { rows: page } = await ask('qs', 'root', '?sentiment=positive&rowTo=100')
  const [row] = page.filter((one: { comment: string }) => one.comment === texts[0])
  const url = `/rest/comments/judgement/${board.survey}/${row.interviewId}/comment`
  const judgement = { sentiment: 'negative', categories: [{ extName: 'price/invoice', sentiment: 'negative' }] }
  // The role of the test may not change responses.
  expect(await call('PUT', url, { judgement, version: 0 })).toMatchObject({ status: 403 })
  const admin = await board.as({ admin: true, isRoot: true })
  expect(
    await admin('PUT', url, {
      judgement: { sentiment: 'negative', categories: [{ extName: 'magic', sentiment: 'negative' }] },
      version: 0,
    }),
  ).toMatchObject({ status: 400 })
  const before = (await ask('voices')).negativeFeedback.nComments
  const done = await admin('PUT', url, { judgement, version: 0 })
  expect(done).toMatchObject({
    status: 200,
    body: { sentiment: 'negative', version: 1, corrected: { by: expect.any(String) } },
  })
  expect(done.body.indicator.map((one: { extName: string }) => one.extName)).toEqual(['price/invoice', 'price'])
  // The same once more changes nothing; something else over a version that is not the last is refused.
  expect(await admin('PUT', url, { judgement, version: 0 })).toMatchObject({ status: 200, body: { version: 1 } })
  expect(await admin('PUT', url, { judgement: null, version: 0 })).toMatchObject({
    status: 409,
    body: { fields: { version: expect.anything() } },
  })
  await caughtUp(board.deps.analytics, board.deps.pool)
  expect((await ask('voices')).negativeFeedback.nComments).toBe(before + 1)
  await board.deps.pool.query(`update comment_judgement set engine = 'older' where survey_id = $1`, [board.surveyId])
  await board.deps.pool.query(`update survey set comments_judged_with = null where id = $1`, [board.surveyId])
  expect((await ask('voices')).analysis.nEarlier).toBeGreaterThanOrEqual(0)
  expect(await judgeAll()).toBeGreaterThan(40)
  expect((await ask('voices')).negativeFeedback.nComments).toBe(before + 1)
  expect(await admin('PUT', url, { judgement: null, version: 1 })).toMatchObject({
    body: { sentiment: 'positive', corrected: null, version: 2 },
  })
  await caughtUp(board.deps.analytics, board.deps.pool)
  expect((await ask('voices')).negativeFeedback.nComments).toBe(before)
})

test('comments are judged once where two runs are asked for them at once, also those that come meanwhile', async () => {
  const model = await loadSurveyModelById(board.deps, board.surveyId)
  const stale = async (): Promise<number> => {
    const { rowCount } = await board.deps.pool.query(
      `update comment_judgement set engine = 'another' where survey_id = $1`,
      [board.surveyId],
    )
    await write(ctx, (tx) => noteComments(tx, model, portableSql`true`, false))
    return rowCount ?? 0
  }
  const n = await stale()
  expect(n).toBeGreaterThan(20)
  const judge = (progress: () => void = () => {}) =>
    judgeComments(ctx, board.surveyId, AbortSignal.timeout(60_000), progress)
  let later: Promise<number> | undefined
  const first = judge(() => (later ??= stale().then(() => judge())))
  expect([await judge(), (await first) + ((await later) ?? 0)]).toEqual([0, 2 * n])
  expect(await judgeAll()).toBe(0)
})

test('what was judged before an interruption is in the figures once the next run has told of it', async () => {
  const rude = 'The staff were rude beyond words.'
  const id = board.responseIds[1] ?? 0
  const before = (await ask('voices')).negativeFeedback.nComments
  const model = await loadSurveyModelById(board.deps, board.surveyId)
  await write(ctx, async (tx) => {
    const answers = JSON.stringify({ ...rows[1]?.answers, comment: rude })
    await tx.db.updateTable('response').set({ answers }).where('id', '=', id).execute()
    await noteComments(tx, model, portableSql`r.id = ${id}`)
    await tx.changed(model.id, [id])
  })
  const stopped = new AbortController()
  const stopping = judgeComments(ctx, board.surveyId, stopped.signal, () => stopped.abort(new Error('stopped')))
  await expect(stopping).rejects.toThrow('stopped')
  expect(await found('qs', 'root', { term: rude, sentiment: 'negative' })).toBe(1)
  expect(await judgeAll()).toBe(0)
  const { negativeFeedback, analysis } = await ask('voices')
  expect([negativeFeedback.nComments - before, analysis.nWaiting]).toEqual([1, 0])
  const { rows: raised } = await board.deps.pool.query(`select rule from alert where response_id = $1`, [id])
  expect(raised).toEqual([{ rule: 'rude' }])
})

test('a comment that has come is judged, raises the alert of its rule once, and follows its answer', async () => {
  const id = board.responseIds[0] ?? 0
  const model = await loadSurveyModelById(board.deps, board.surveyId)
  const say = (comment: string) =>
    write(ctx, async (tx) => {
      await board.deps.pool.query('select 1')
      await tx.db
        .updateTable('response')
        .set({ answers: JSON.stringify({ ...rows[0]?.answers, comment }) })
        .where('id', '=', id)
        .execute()
      await raiseAlerts(tx, model, [id])
      await noteComments(tx, model, portableSql`r.id = ${id}`)
      await tx.changed(model.id, [id])
    })
  const alerts = async () => {
    const { rows: raised } = await board.deps.pool.query(`select rule from alert where response_id = $1`, [id])
    return raised
  }
  await say('The staff were rude.')
  expect(await alerts()).toEqual([])
  expect(await judgeAll()).toBe(1)
  expect(await alerts()).toEqual([{ rule: 'rude' }])
  await say('Rude staff, really.')
  await judgeAll()
  expect(await alerts()).toHaveLength(1)
  // What anonymising does: nothing is left of it at the commit, whoever removes the comment.
  await write(ctx, async (tx) => {
    await tx.db.updateTable('response').set({ answers: '{}' }).where('id', '=', id).execute()
    await tx.changed(model.id, [id])
  })
  const { rows: left } = await board.deps.pool.query('select 1 from comment_judgement where response_id = $1', [id])
  expect(left).toEqual([])
})

test('an anonymous survey tells no comments and no figures of them', async () => {
  const anonymous = await openDashboard({
    extra: `${extra.replace(/indicators:[\s\S]*?filters:/, 'indicators: {}\nfilters:').replace(/alerts: .*/, '')}\nanonymity: { filters: [channel] }`,
    rows,
    questions,
  })
  try {
    await judgeComments(
      programContext(anonymous.deps, 'test'),
      anonymous.surveyId,
      AbortSignal.timeout(60_000),
      () => {},
    )
    const caller = await anonymous.as({ isRoot: true })
    for (const component of ['voices', 'fs', 'fq', 'qs']) {
      const { body } = await caller('GET', `/rest/widgets/data/${anonymous.survey}/${component}/root`)
      expect(body.withheld).toMatchObject({ en: 'This survey is anonymous: comments are not shown.' })
      for (const text of texts.filter((one) => one.length > 3)) expect(JSON.stringify(body)).not.toContain(text)
      expect(body.analysis.learning).toMatchObject({ state: 'anonymous', nGood: 0, nApart: 0, canLearn: false })
    }
    const learning = programContext(anonymous.deps, 'test')
    expect(await learnSurvey(learning, anonymous.surveyId, AbortSignal.timeout(60_000), () => {})).toBeNull()
    expect(await caller('POST', `/rest/comments/learn/${anonymous.survey}`, {})).toMatchObject({ status: 409 })
    const topics = await caller('GET', `/rest/widgets/topics/${anonymous.survey}/fo/date=2026-01`)
    expect(topics.body).toMatchObject({ topics: [], nComments: null, before: null, withheld: expect.anything() })
    const [id] = anonymous.responseIds
    const alike = await caller('GET', `/rest/comments/similar/${anonymous.survey}/${id}/comment`)
    expect([403, 404]).toContain(alike.status)
    const draft = { language: 'en', patterns: ['queue*'], exclude: [] }
    const tried = await caller('POST', `/rest/comments/try/${anonymous.survey}`, { ...draft, term: 'queue' })
    expect(tried.body).toMatchObject({ nComments: null, nCaught: null, nFound: null, examples: [] })
    const words = await caller('POST', `/rest/comments/suggest/${anonymous.survey}`, { ...draft, from: 'category' })
    expect(words.body).toMatchObject({ nComments: null, nFrom: null, suggestions: [], withheld: expect.anything() })
    const filtered = await caller('GET', `/rest/widgets/data/${anonymous.survey}/head/sentiment:comment=negative`)
    expect(filtered.status).not.toBe(200)
  } finally {
    await anonymous.close()
  }
})
