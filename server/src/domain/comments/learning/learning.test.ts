import { afterAll, beforeAll, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { judgeComments } from '../judge-comments.ts'
import { learnSurvey, surveysToLearn } from './learn.ts'
import { learningTask } from './learning-task.ts'
import { lessonOf } from './lesson.ts'
import { ratingOf, ratingsOf } from './ratings.ts'

// Words that no list knows: good ones and bad ones, each in many comments.
const rows = Array.from({ length: 160 }, (_, index) => ({
  date: '2026-01-10',
  answers: {
    country: 'Sweden',
    store: 'Malmo',
    channel: 'web',
    rating: index % 2 === 0 ? 5 : 1,
    comment: `${index % 2 === 0 ? 'zorgy' : 'blimpish'} thing number ${index}`,
    ...(index < 20 && { improve: 'parking' }),
  },
}))
const extra = `
interview: { open: [comment, improve] }
indicators:
  csi: { title: Satisfaction, expression: "mean(rating)" }
pages:
  - extname: overview
    components:
      - { type: text-analytics, config: { id: voices, size: 4, questions: [comment] } }
      - { type: feedback-search, config: { id: fq, size: 12, questions: [comment, improve], customerInfo: [store] } }
`
const questions = { improve: { type: 'text' as const } }

let board: Dashboard
let ctx: Ctx

beforeAll(async () => {
  board = await openDashboard({ extra, rows, questions })
  ctx = programContext(board.deps, 'test')
  await board.deps.pool.query(
    `update question set question = '{"en": "What can we improve?"}' where survey_id = $1 and variable = 'improve'`,
    [board.surveyId],
  )
  await board.deps.pool.query('update survey set model_version = model_version + 1 where id = $1', [board.surveyId])
})

afterAll(() => board.close())

function signal() {
  return AbortSignal.timeout(60_000)
}

async function judgeAll(): Promise<number> {
  const judged = await judgeComments(ctx, board.surveyId, signal(), () => {})
  await caughtUp(board.deps.analytics, board.deps.pool)
  return judged
}

/** What was judged, by question and what judged it. */
async function stored() {
  const { rows: found } = await board.deps.pool.query<{ variable: string; by: string; label: string; n: number }>(
    `select q.variable, split_part(cj.engine, ' ', 1) as by, cj.label, count(*)::int as n
       from comment_judgement cj join question q on q.id = cj.question_id where cj.survey_id = $1
      group by 1, 2, 3 order by 1, 2, 3`,
    [board.surveyId],
  )
  return found.map(({ variable, by, label, n }) => `${variable} ${by} ${label} ${n}`)
}

test('comments are learnt from with their ratings, and judged by it where that beats the word lists', async () => {
  const admin = await board.as({ admin: true, isRoot: true })
  const ask = async (component: string, query = '') =>
    (await admin('GET', `/rest/widgets/data/${board.survey}/${component}/root${query}`)).body
  expect(await judgeAll()).toBe(180)
  expect(await stored()).toEqual(['comment lexicon neu 160', 'improve lexicon neg 20'])
  expect((await ask('voices')).analysis).toMatchObject({
    judgedBy: 'lexicon',
    learning: { state: 'new', canLearn: true },
  })
  // One is corrected by hand: it is good in spite of its rating.
  const found = await ask('fq', '?term=number%201&rowTo=100')
  const row = found.rows.find(({ comment }: { comment: string }) => comment === 'blimpish thing number 1')
  const url = `/rest/comments/judgement/${board.survey}/${row.interviewId}/comment`
  const judgement = { sentiment: 'positive', categories: [] }
  expect(await admin('PUT', url, { judgement, version: 0 })).toMatchObject({ status: 200 })

  expect(await surveysToLearn(ctx, signal())).toContain(board.surveyId)
  expect(await admin('POST', `/rest/comments/learn/${board.survey}`, {})).toMatchObject({ status: 200 })
  const shares: number[] = []
  const learnt = await learnSurvey(ctx, board.surveyId, signal(), (share) => shares.push(share))
  expect(learnt).toMatchObject({ good: 81, bad: 79, isBetter: true, holdOut: { n: 32 } })
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(await surveysToLearn(ctx, signal())).not.toContain(board.surveyId)

  // Judged again by what was learnt, but not the answers to a question that asks for bad things; the correction stays.
  expect(await judgeAll()).toBe(160)
  expect(await stored()).toEqual(['comment trained neg 79', 'comment trained pos 81', 'improve lexicon neg 20'])
  const { analysis } = await ask('voices')
  expect(analysis).toMatchObject({
    nEarlier: 0,
    judgedBy: 'trained',
    version: expect.stringMatching(/^\d+(\.\w{4}){3}$/),
  })
  const { lexiconShare, learntShare } = analysis.learning
  expect(analysis.learning).toMatchObject({ state: 'used', nApart: 32, nGood: 81, nBad: 79, nNeeded: 50 })
  expect(lexiconShare).toBe(50)
  expect(learntShare).toBeGreaterThan(90)
  const again = (await ask('fq', '?term=zorgy%20thing&rowTo=1')).rows[0]
  expect(again).toMatchObject({ judgedBy: 'trained', sentiment: 'positive' })
  const words = again.spans.filter(({ kind }: { kind: string }) => kind === 'positive')
  expect(words[0]).toMatchObject({ entry: 'zorgy', start: 0, end: 5 })
  expect((await ask('fq', '?term=parking&questions=improve&rowTo=1')).rows[0]).toMatchObject({ judgedBy: 'lexicon' })
  expect((await ask('fq', `?term=${encodeURIComponent('blimpish thing number 1')}&rowTo=100`)).rows).toContainEqual(
    expect.objectContaining({ interviewId: row.interviewId, sentiment: 'positive', corrected: expect.anything() }),
  )

  // A version of the word lists that it was not learnt with judges by itself, until it is learnt again.
  await board.deps.pool.query(`update comment_model set lexicon_version = 'older' where survey_id = $1`, [
    board.surveyId,
  ])
  expect((await ask('voices')).analysis).toMatchObject({ judgedBy: 'lexicon', learning: { state: 'old' } })
  expect(await surveysToLearn(ctx, signal())).toContain(board.surveyId)
})

test('what was learnt is not used where it is no better, and forgotten where nothing may be learnt', async () => {
  const model = await loadSurveyModelById(board.deps, board.surveyId)
  expect(lessonOf(model)?.questions.map(({ variable }) => variable)).toEqual(['comment'])
  const anonymity = { period: 'quarter', filters: [], closing: 14, minimum: [10, 25, 50], comments: 10 } as const
  expect(lessonOf({ ...model, anonymity: { ...anonymity, filters: [], minimum: [10, 25, 50] } })).toBeNull()
  // Learning ends when it is cancelled, and stores nothing.
  const { rows: before } = await board.deps.pool.query('select * from comment_model where survey_id = $1', [
    board.surveyId,
  ])
  const cancelled = new AbortController()
  await expect(
    learnSurvey(ctx, board.surveyId, cancelled.signal, () => cancelled.abort(new Error('cancelled'))),
  ).rejects.toThrow('cancelled')
  const { rows: after } = await board.deps.pool.query('select * from comment_model where survey_id = $1', [
    board.surveyId,
  ])
  expect(after).toEqual(before)
  // Ratings that have nothing to do with the comments teach nothing.
  await board.deps.pool.query(
    `update response set answers = answers || jsonb_build_object('comment', case when id % 3 = 0 then 'good' else 'bad' end || id,
       'rating', case when id % 2 = 0 then 1 else 5 end) where survey_id = $1`,
    [board.surveyId],
  )
  const result = await learningTask.handle(
    {
      ...{ id: 1, payload: { surveyId: board.surveyId }, universeId: null, surveyId: board.surveyId, ownerId: null },
      ...{ key: null, isLastAttempt: true, done: 0, ctx },
    },
    signal(),
    () => {},
  )
  expect(result).toMatchObject({ learnt: [{ surveyId: board.surveyId, isBetter: false }] })
  expect(await judgeAll()).toBeGreaterThan(0)
  expect((await stored()).filter((line) => line.includes('trained'))).toEqual([])
})

test('a rating is the mean of the scale questions of the main indicator, whatever their scales', async () => {
  const model = await loadSurveyModelById(board.deps, board.surveyId)
  const ratings = ratingsOf(model)
  expect(ratings?.questions.map(({ variable }) => variable)).toEqual(['rating'])
  const [rating] = ratings?.questions ?? []
  const ten = { ...rating!, variable: 'recommend', scaleMin: 0, scaleMax: 10 }
  const both = { questions: [rating!, ten], inverse: false }
  expect(ratingOf(both, { rating: 5, recommend: 5 })).toBe(75)
  expect(ratingOf(both, { recommend: 2 })).toBe(20)
  expect(ratingOf({ ...both, inverse: true }, { rating: 1 })).toBe(100)
  expect(ratingOf(both, { rating: 'x' })).toBeNull()
})
