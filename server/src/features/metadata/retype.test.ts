import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { figures } from '#server/domain/figures/figures.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import { openMetadata } from './testing/metadata-board.ts'
import type { MetadataBoard } from './testing/metadata-board.ts'

const given: TestRow['answers'][] = [
  { visits: 1, mark: '3', code: 'a', many: ['x'], note: '4', day: '2026-01-02', mixed: '5' },
  { visits: 4, mark: '5', code: 'b', many: ['y'], note: '2', mixed: '2026-01-02' },
  { visits: 7, mark: '5', code: 'a', many: ['x'], note: '10', mixed: 'lots' },
  { visits: 7, code: 'b', mixed: 'about 3' },
]

let board: MetadataBoard
beforeEach(async () => {
  board = await openMetadata({
    questions: {
      visits: { type: 'numeric' },
      mark: { type: 'single', choices: ['3', '5'] },
      code: { type: 'single', choices: ['a', 'b'] },
      many: { type: 'multiple', choices: ['x', 'y'] },
      note: { type: 'text' },
      day: { type: 'date' },
      mixed: { type: 'text' },
    },
    rows: given.map((answers, at) => ({
      date: `2026-01-0${at + 1}`,
      answers: { country: 'Sweden', store: 'Stockholm', rating: at + 1, ...answers },
    })),
  })
})
afterEach(() => board.close())

const answersTo = async (variable: string): Promise<unknown[]> =>
  (
    await board.deps.pool.query<{ answer: unknown }>(
      'select answers->$2 as answer from response where survey_id = $1 and answers ? $2 order by id',
      [board.surveyId, variable],
    )
  ).rows.map(({ answer }) => answer)

const figure = async (expression: string): Promise<number | null> => {
  await board.deps.analytics.feed.catchUp()
  const ctx = await board.contextAs({ isRoot: true })
  const access = await surveyAccess(ctx, board.survey)
  const { rows } = await figures(ctx, access, { conditions: [], by: 'none', indicators: [{ key: 'x', expression }] })
  return rows[0]?.values[0]?.value ?? null
}

describe('a question gets another type where its answers fit', () => {
  test('a number becomes a scale, with steps to filter by', async () => {
    const { status, body } = await board.saveQuestion('visits', { type: 'scale', scaleMin: 1, scaleMax: 7 })
    expect([status, body.type, body.scaleMin, body.scaleMax]).toEqual([200, 'scale', 1, 7])
    expect(body.choices.map(({ extname }: { extname: string }) => extname)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
    expect(await figure('topbox(visits, 1)')).toBe(50)
    expect(await figure('mean(visits)')).toBe(4.75)
  })

  test('a scale becomes single and a scale again, with the titles of its steps', async () => {
    await board.saveQuestion('visits', { type: 'scale', scaleMin: 1, scaleMax: 7 })
    await board.saveChoice('visits', '7', { title: { en: 'Every day' } })
    const { body: single } = await board.saveQuestion('visits', { type: 'single' })
    expect(single.choices).toHaveLength(7)
    expect(await answersTo('visits')).toEqual(['1', '4', '7', '7'])
    expect((await board.choice('visits', '7')).title).toEqual({ en: 'Every day' })
    expect(await figure('share(visits, 7)')).toBe(50)
    await board.saveQuestion('visits', { type: 'scale', scaleMin: 1, scaleMax: 7 })
    expect(await answersTo('visits')).toEqual([1, 4, 7, 7])
    expect((await board.choice('visits', '7')).title).toEqual({ en: 'Every day' })
    expect(await figure('mean(visits)')).toBe(4.75)
  })

  test('choices that are numbers become numbers, texts become numbers or choices, choices several and one', async () => {
    expect((await board.saveQuestion('mark', { type: 'numeric' })).status).toBe(200)
    expect(await answersTo('mark')).toEqual([3, 5, 5])
    expect(await figure('mean(mark)')).toBeCloseTo(13 / 3)
    await board.saveQuestion('note', { type: 'single' })
    expect((await board.question('note')).choices.map(({ extname }) => extname)).toEqual(['2', '4', '10'])
    await board.saveQuestion('note', { type: 'numeric' })
    expect(await answersTo('note')).toEqual([4, 2, 10])
    await board.saveQuestion('code', { type: 'multiple' })
    expect(await answersTo('code')).toEqual([['a'], ['b'], ['a'], ['b']])
    expect(await figure('share(code, a)')).toBe(50)
    await board.saveQuestion('many', { type: 'single' })
    expect(await answersTo('many')).toEqual(['x', 'y', 'x'])
    expect(await figure('share(many, x)')).toBeCloseTo(200 / 3)
    expect((await board.saveQuestion('day', { type: 'text' })).status).toBe(200)
    expect((await board.saveQuestion('day', { type: 'date' })).status).toBe(200)
  })
})

describe('another type is refused with the reason and a count', () => {
  const refused = async (variable: string, changes: object) => {
    const before = await answersTo(variable)
    const { status, body } = await board.saveQuestion(variable, changes)
    expect(await answersTo(variable)).toEqual(before)
    return [status, body.fields]
  }

  test('where the answers forbid it, without telling any of them', async () => {
    expect(await refused('mixed', { type: 'numeric' })).toEqual([
      400,
      { type: '3 answers are no numbers (words, words with digits, dates), so it cannot become numeric.' },
    ])
    expect(await refused('visits', { type: 'scale', scaleMin: 1, scaleMax: 5 })).toEqual([
      400,
      { scaleMax: '2 answers lie outside of 1-5.' },
    ])
    expect(await refused('rating', { scaleMin: 2 })).toEqual([400, { scaleMax: '1 answers lie outside of 2-5.' }])
    expect(await refused('mixed', { type: 'date' })).toEqual([
      400,
      { type: '3 answers are no dates such as 2026-01-31.' },
    ])
    await board.deps.pool.query(
      `update response set answers = jsonb_set(answers, '{many}', '["x","y"]') where survey_id = $1 and answers ? 'many'`,
      [board.surveyId],
    )
    expect(await refused('many', { type: 'single' })).toEqual([400, { type: '3 answers consist of several choices.' }])
  })

  test('where the survey needs the type it has', async () => {
    expect(await refused('store', { type: 'text' })).toEqual([
      400,
      { type: 'It is a level of the view "stores", which needs the type single.' },
    ])
    const [status, fields] = await refused('rating', { type: 'single' })
    expect([status, fields]).toEqual([
      400,
      { type: expect.stringMatching(/^The configuration needs the type it has, line \d+: /) },
    ])
    expect(await refused('day', { type: 'numeric' })).toEqual([
      400,
      { type: 'A question of the type date cannot become numeric.' },
    ])
    expect(await refused('visits', { type: 'scale', scaleMin: 5, scaleMax: 1 })).toEqual([
      400,
      { scaleMax: 'The highest number of a scale is above its lowest.' },
    ])
  })
})
