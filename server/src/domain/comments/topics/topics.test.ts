import { afterAll, beforeAll, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { judgeComments } from '../judge-comments.ts'

const usual = ['The staff were kind.', 'Nice food and good prices', 'We bought a chair.', 'The toilets were clean', '-']
const news = ['The elevator was broken.', 'Broken elevators again', 'The queue was long', 'Long queues at the till']

/** Of each month 80 comments; in February more than a third are about what nobody spoke of in January. */
const rows = [1, 2].flatMap((month) =>
  Array.from({ length: 80 }, (_, at) => ({
    date: `2026-0${month}-${String(1 + (at % 28)).padStart(2, '0')}`,
    state: 0,
    answers: {
      country: at % 8 === 0 ? 'Norway' : 'Sweden',
      store: at % 8 === 0 ? 'Oslo' : 'Malmo',
      channel: at % 2 === 0 ? 'web' : 'till',
      rating: 1 + (at % 5),
      comment:
        (month === 2 && at % 5 < 2 ? news[(at % 5) + 2 * (at % 2)] : usual[(at * 3) % usual.length]) ?? 'No comment',
    },
  })),
)
const extra = `
interview: { open: [comment] }
pages:
  - extname: overview
    components:
      - { type: feedback-overview, config: { id: fo, size: 6, questions: [comment] } }
      - { type: feedback-overview, config: { id: quiet, size: 6, questions: [comment], newTopics: false } }
      - { type: feedback-search, config: { id: fq, size: 12, questions: [comment] } }
      - { type: latest-comments, config: { id: newest, size: 12, variables: [comment], count: 20 } }
`

let board: Dashboard
let call: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows })
  call = await board.as()
  await judgeComments(programContext(board.deps, 'test'), board.surveyId, AbortSignal.timeout(60_000), () => {})
  await caughtUp(board.deps.analytics, board.deps.pool)
})

afterAll(() => board.close())

async function ask(name: string, component: string, path: string, by = call) {
  const { status, body } = await by('GET', `/rest/widgets/${name}/${board.survey}/${component}/${path}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('what grew against the month before is told with both shares, and opens exactly the comments it counts', async () => {
  const found = await ask('topics', 'fo', 'date=2026-02')
  expect(found.before.en).toContain('Jan')
  expect(found.nComments).toBe((await ask('data', 'fo', 'date=2026-02')).overview.nComments)
  expect(found.nCommentsBefore).toBe((await ask('data', 'fo', 'date=2026-01')).overview.nComments)
  const names = found.topics.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['elevator', 'broken', 'waiting']))
  for (const nothing of ['staff', 'kind', 'nice', 'the', 'chair']) expect(names).not.toContain(nothing)
  for (const topic of found.topics) {
    const asked = topic.kind === 'word' ? `term=${topic.name}` : `category=${topic.name}`
    for (const [month, counted, of, share] of [
      ['2026-02', topic.nComments, found.nComments, topic.percentage],
      ['2026-01', topic.nCommentsBefore, found.nCommentsBefore, topic.percentageBefore],
    ] as const) {
      expect((await ask('data', 'fq', `date=${month}?${asked}`)).totalNumberRows).toBe(counted)
      expect(Math.abs(share - (100 * counted) / of)).toBeLessThanOrEqual(0.005)
    }
    expect(topic.percentage).toBeGreaterThan(topic.percentageBefore)
  }
})

test('nothing is told of a month like the one before, of few comments, of all time, or where it is turned off', async () => {
  expect(await ask('topics', 'fo', 'root')).toMatchObject({ topics: [], before: null })
  expect(await ask('topics', 'fo', 'date=2026-01')).toMatchObject({ topics: [], nCommentsBefore: 0 })
  const few = await ask('topics', 'fo', 'country=Norway;date=2026-02')
  expect(few).toMatchObject({ topics: [], fewestComments: 30 })
  expect(few.nComments).toBeLessThan(30)
  expect(await ask('topics', 'quiet', 'date=2026-02')).toMatchObject({ topics: [], before: null, nComments: null })
  // Whoever sees one country is told of its comments alone.
  const limited = await board.as({ filters: { country: ['Norway'] } })
  expect(await ask('topics', 'fo', 'date=2026-02', limited)).toMatchObject({ topics: [], nComments: few.nComments })
})

test('comments like another one are found in all their forms, of the reader alone', async () => {
  const { rows: found } = await ask('data', 'fq', 'date=2026-02?term=elevator&rowTo=1')
  const [row] = found
  const alike = async (id: number, by = call) =>
    by('GET', `/rest/comments/similar/${board.survey}/${id}/comment`) as Promise<{
      status: number
      body: { comments: { interviewId: number; comment: string }[] }
    }>
  const { status, body } = await alike(row.interviewId)
  expect(status).toBe(200)
  expect(body.comments).toHaveLength(5)
  for (const { interviewId, comment } of body.comments) {
    expect(interviewId).not.toBe(row.interviewId)
    expect(['The elevator was broken.', 'Broken elevators again']).toContain(comment)
  }
  const limited = await board.as({ filters: { country: ['Norway'] } })
  const norwegian = (await ask('data', 'fq', 'country=Norway?rowTo=100')).rows as { interviewId: number }[]
  const ids = new Set(norwegian.map(({ interviewId }) => interviewId))
  const [seen] = norwegian
  for (const { interviewId } of (await alike(seen?.interviewId ?? 0, limited)).body.comments)
    expect(ids.has(interviewId)).toBe(true)
  const hidden = found.find(({ interviewId }: { interviewId: number }) => !ids.has(interviewId))
  expect((await alike(hidden.interviewId, limited)).status).toBe(404)
  // One that says nothing is like none.
  const { rows: silent } = await board.deps.pool.query<{ id: number }>(
    `select r.id from response r where r.survey_id = $1 and r.answers->>'comment' = '-' limit 1`,
    [board.surveyId],
  )
  expect((await alike(Number(silent[0]?.id))).body.comments).toEqual([])
})

test('words are suggested that stand out, with what each would catch, until the category has them', async () => {
  const admin = await board.as({ isRoot: true })
  const at = (call: 'try' | 'suggest') => `/rest/comments/${call}/${board.survey}`
  const draft = { language: 'en', exclude: [] }
  const ask = async (from: string, patterns: string[]) => {
    const { status, body } = await admin('POST', at('suggest'), { ...draft, patterns, from })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as {
      nComments: number
      nFrom: number
      suggestions: { pattern: string; shown: string; nComments: number; nNew: number }[]
    }
  }
  const caught = async (patterns: string[]) => (await admin('POST', at('try'), { ...draft, patterns })).body
  const beside = await ask('category', ['again'])
  const before = await caught(['again'])
  expect([beside.nComments, beside.nFrom]).toEqual([before.nComments, before.nCaught])
  const shown = beside.suggestions.map((one) => one.shown)
  expect(shown).toEqual(expect.arrayContaining(['broken', 'elevator']))
  expect(shown).not.toContain('again')
  const uncategorised = await ask('negative', [])
  for (const { suggestions } of [beside, uncategorised])
    for (const { pattern, nComments, nNew } of suggestions) {
      expect((await caught([pattern])).nCaught).toBe(nComments)
      const own = suggestions === beside.suggestions ? ['again'] : []
      const without = own.length > 0 ? before.nCaught : 0
      expect((await caught([...own, pattern])).nCaught - without).toBe(nNew)
      expect(nNew).toBeGreaterThan(0)
    }
  const wrong = await admin('POST', at('suggest'), { ...draft, patterns: ['*'], from: 'category' })
  expect(wrong).toMatchObject({ status: 400, body: { fields: { 'patterns.0': expect.any(String) } } })
  const found = (await admin('POST', at('try'), { ...draft, patterns: ['again'], term: 'CHAIR' })).body
  expect(found).toMatchObject({ nFound: expect.any(Number), nCaught: before.nCaught })
  expect(found.nFound).toBeGreaterThan(0)
  for (const { comment, spans } of found.examples) expect([comment, spans]).toEqual(['We bought a chair.', []])
})

test('answers that say nothing are neither counted nor listed, and their number is told', async () => {
  const { rows: silent } = await board.deps.pool.query<{ n: number }>(
    `select count(*)::int as n from comment_judgement cj join response r on r.id = cj.response_id
      where cj.survey_id = $1 and r.state = 0 and cj.label is null`,
    [board.surveyId],
  )
  expect(silent[0]?.n).toBeGreaterThan(0)
  const { rows: listed, totalNumberRows, nSilent } = await ask('data', 'fq', 'root?rowTo=100')
  expect(nSilent).toBe(silent[0]?.n)
  expect(totalNumberRows).toBe((await ask('data', 'fo', 'root')).overview.nComments)
  expect(listed.map(({ comment }: { comment: string }) => comment)).not.toContain('-')
  expect(await ask('data', 'fq', 'root?term=-&sentiment=positive')).toMatchObject({ nSilent: 0 })
  const { comments } = await ask('data', 'newest', 'root')
  expect(comments).toHaveLength(20)
  const newest = comments.flatMap((one: { texts: { value: string }[] }) => one.texts.map(({ value }) => value))
  expect(newest).not.toContain('-')
})
