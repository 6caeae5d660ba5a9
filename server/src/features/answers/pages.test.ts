import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { AnswerBoard, buttonOf, fieldsOf, shownOn } from './testing/answer-board.ts'
import type { Pair } from './testing/answer-board.ts'

const questionnaire = `
questionnaire:
  questions:
    - { question: rating, required: true, low: Bad, high: Good }
    - { question: why, required: true, showIf: rating <= 2 }
    - { question: liked, page: true, other: { choice: else, question: liked_else }, showIf: segment = gold or rating >= 1 }
    - { question: again, showIf: rating >= 4, page: true }
    - { question: gift, showIf: segment = gold, page: true }
    - { question: comment, page: true, help: One line is enough }
  intro: Hello there
  privacy: We keep it.
  privacyUrl: https://example.org/privacy
  consent: I agree
  thanks: You are kind
  review: { url: 'https://example.org/review', title: Review us }
  brand: { colour: '#ffd400' }
`
const asked: TestSurvey = {
  questions: {
    store: { type: 'single', choices: ['Oslo', 'Bergen'] },
    segment: { type: 'single', choices: ['gold', 'plain'] },
    rating: { type: 'scale', min: 1, max: 5 },
    why: { type: 'text' },
    liked: { type: 'multiple', choices: ['price', 'else'] },
    liked_else: { type: 'text' },
    again: { type: 'single', choices: ['yes', 'no'] },
    gift: { type: 'single', choices: ['book', 'pen'] },
    comment: { type: 'text' },
  },
  views: { stores: ['store'] },
  config: `alerts: [{ extname: low, title: Low, when: rating < 3, due: 1d }]\n${questionnaire}`,
  rows: Array.from({ length: 2 }, (_, at) => ({
    date: '2026-03-05',
    state: 2,
    answers: { store: 'Oslo', segment: at === 0 ? 'plain' : 'gold' },
  })),
}

let server: TestApp
let board: AnswerBoard
let path = ''
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  board = await AnswerBoard.open(server, asked)
  path = await board.pathOf()
})

/** Fills in the page that was shown and presses a button of it. */
async function press(page: string, go: string, entered: readonly Pair[] = [], at = path) {
  const names = new Set(entered.map(([name]) => name))
  const kept = fieldsOf(page).filter(([name]) => !names.has(name))
  return board.post(at, [...kept, ...entered, ['go', go]])
}

const begin = async () => (await board.get(path)).body
const goodStart: Pair[] = [
  ['q.rating', '5'],
  ['consent', '1'],
]

describe('a page of a questionnaire', () => {
  test('comes one at a time with what it says, and is small', async () => {
    const page = await board.get(path)
    expect(shownOn(page.body)).toEqual(['rating'])
    for (const words of ['Hello there', 'We keep it.', 'https://example.org/privacy', 'I agree', '1 = Bad', '5 = Good'])
      expect(page.body).toContain(words)
    expect(page.body).toContain('<title>Page 1 of 2 · ')
    expect(gzipSync(page.body).length).toBeLessThan(12_000)
    const second = await press(page.body, 'next', goodStart)
    expect([second.statusCode, shownOn(second.body)]).toEqual([200, ['liked']])
    expect(second.body).toContain('Page 2 of 4')
    expect(second.body).not.toContain('Hello there')
    const third = await press(second.body, 'next')
    expect([shownOn(third.body), buttonOf(third.body)]).toEqual([['again'], 'Next'])
    const last = await press(third.body, 'next')
    expect([shownOn(last.body), buttonOf(last.body)]).toEqual([['comment'], 'Send my answers'])
    expect(last.body).toContain('One line is enough')
    const sent = await press(last.body, 'send', [['q.comment', 'Fine']])
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${path}?done=&lang=en`])
    const [row] = await board.responses()
    expect(row?.state).toBe(0)
    expect(row?.answers).toEqual({ store: 'Oslo', segment: 'plain', rating: 5, comment: 'Fine' })
  })

  test('tells of the rules on what is known neither by its questions nor in its data', async () => {
    const gold = await board.pathOf(1)
    const first = await board.get(gold)
    expect(first.body).not.toContain('gold')
    expect(first.body).not.toContain('segment')
    let page = first.body
    const seen: string[][] = []
    for (const entered of [goodStart, [], [], []]) {
      page = (await press(page, 'next', entered, gold)).body
      seen.push(shownOn(page))
    }
    expect(seen).toEqual([['liked'], ['again'], ['gift'], ['comment']])
  })

  test('shows without scripts what follows from its answers, before it demands it', async () => {
    const more = await press(await begin(), 'next', [
      ['q.rating', '1'],
      ['consent', '1'],
    ])
    expect([more.statusCode, shownOn(more.body)]).toEqual([200, ['rating', 'why']])
    expect(more.body).toContain('There is one more thing to ask on this page')
    const missing = await press(more.body, 'next')
    expect([missing.statusCode, missing.body.includes('href="#q1">why: Fill this in')]).toEqual([422, true])
    expect(shownOn((await press(missing.body, 'next', [['q.why', 'Slow']])).body)).toEqual(['liked'])
  })

  test('goes back with everything that was entered, also with what is wrong', async () => {
    const second = (await press(await begin(), 'next', goodStart)).body
    const third = (await press(second, 'next', [['q.liked', 'price']])).body
    const back = (await press(third, 'back', [['q.again', 'nonsense']])).body
    expect(shownOn(back)).toEqual(['liked'])
    expect(back).toMatch(/value="price"[^>]* checked/)
    expect(shownOn((await press(back, 'back')).body)).toEqual(['rating'])
  })

  test('is shown in another language with what was entered, and nothing is checked for it', async () => {
    await server.deps.db
      .updateTable('script_version')
      .set({ text: asked.config!.replace('questionnaire:', 'questionnaire:\n  languages: [en, sv]') })
      .where('script_id', 'in', (query) =>
        query.selectFrom('script').select('id').where('survey_id', '=', board.survey.surveyId),
      )
      .execute()
    await server.deps.db
      .updateTable('survey')
      .set((row) => ({ model_version: row('model_version', '+', 1) }))
      .where('id', '=', board.survey.surveyId)
      .execute()
    const swedish = await press(await begin(), 'language.sv', [['q.rating', '3']])
    expect(swedish.statusCode).toBe(200)
    expect(swedish.body).toContain('<html lang="sv-SE">')
    expect(swedish.body).toMatch(/value="3"[^>]* checked/)
    expect(buttonOf(swedish.body)).toBe('Nästa')
    const next = await press(swedish.body, 'next', [['consent', '1']])
    expect(next.body).toContain('<html lang="sv-SE">')
  })
})

describe('what is entered', () => {
  test('is demanded where it is required, and told at its field', async () => {
    const page = await press(await begin(), 'next')
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain('href="#q0">rating: Fill this in')
    expect(page.body).toContain('href="#consent">I agree: Tick this box to send your answers.')
    expect((await board.responses())[0]?.state).toBe(2)
  })

  test('in other words is asked of whoever chose so, and of nobody else', async () => {
    const second = (await press(await begin(), 'next', goodStart)).body
    const missing = await press(second, 'next', [['q.liked', 'else']])
    expect([missing.statusCode, missing.body.includes('liked_else: Fill this in')]).toEqual([422, true])
    const without = (
      await press(second, 'next', [
        ['q.liked', 'price'],
        ['q.liked_else', 'never chosen'],
      ])
    ).body
    const last = (await press(without, 'next', [['q.again', 'yes']])).body
    await press(last, 'send')
    expect((await board.responses())[0]?.answers).toEqual({
      ...{ store: 'Oslo', segment: 'plain', rating: 5, liked: ['price'], again: 'yes' },
    })
  })

  test('for a question that is not shown, not asked or of somebody else is not stored', async () => {
    const forged: Pair[] = [
      ...goodStart,
      ['q.why', 'hidden'],
      ['q.segment', 'gold'],
      ['q.store', 'Bergen'],
      ['q.gift', 'book'],
      ['q.nothing', 'x'],
      ['page', '3'],
    ]
    expect((await board.post(path, [...forged, ['go', 'send']])).statusCode).toBe(303)
    expect((await board.responses())[0]?.answers).toEqual({ store: 'Oslo', segment: 'plain', rating: 5 })
  })

  test.each([
    ['out of range', [['q.rating', '6']], '&quot;6&quot; is no answer to'],
    [
      'a choice that does not exist',
      [
        ['q.rating', '5'],
        ['q.again', 'maybe'],
      ],
      '&quot;maybe&quot; is no answer to',
    ],
    [
      'without the consent',
      [
        ['q.rating', '5'],
        ['consent', ''],
      ],
      'Tick this box',
    ],
  ] as const)('that is %s is refused, at the page that it is on', async (_name, pairs, words) => {
    const refused = await board.post(path, [['consent', '1'], ...pairs, ['page', '99'], ['go', 'send']])
    expect([refused.statusCode, refused.body.includes(words)]).toEqual([422, true])
    expect((await board.responses())[0]?.state).toBe(2)
  })

  test('in a form of an older questionnaire loses nothing that is still asked', async () => {
    const old: Pair[] = [...goodStart, ['q.removed', 'x'], ['page', '7'], ['s', 'removed'], ['s', 'rating']]
    const asked = await board.post(path, [...old, ['go', 'send']])
    expect([asked.statusCode, shownOn(asked.body)]).toEqual([200, ['comment']])
    expect((await press(asked.body, 'send')).statusCode).toBe(303)
    expect((await board.responses())[0]?.answers).toMatchObject({ rating: 5 })
  })

  test('is sent once by two clicks at once, and told as sent by the link afterwards', async () => {
    const forms = [1, 2, 3].map(() => board.post(path, [...goodStart, ['page', '3'], ['go', 'send']]))
    // A form that arrives when another was stored is answered with the thanks themselves.
    const told = await Promise.all(forms)
    expect(told.every(({ statusCode, body }) => statusCode === 303 || body.includes('You are kind'))).toBe(true)
    expect(told.some(({ statusCode }) => statusCode === 303)).toBe(true)
    expect((await board.responses())[0]?.version).toBe(2)
    const now = await board.get(`${path}?done`)
    const again = await board.get(path)
    expect([
      now.body.includes('have arrived. You can close'),
      again.body.includes('You have already answered'),
    ]).toEqual([true, true])
    for (const { body } of [now, again]) {
      expect(body).toContain('You are kind')
      expect(body).toContain('href="https://example.org/review"')
      expect(body).toContain('Review us')
    }
    // A back button that sends the form again is harmless, too.
    const late = await board.post(path, [...goodStart, ['go', 'back']])
    expect(late.body).toContain('You have already answered')
  })

  test('of somebody unhappy leads to the same thanks as of anybody else', async () => {
    const happy = await board.pathOf(1)
    await board.post(happy, [...goodStart, ['page', '4'], ['go', 'send']])
    await board.post(path, [
      ['q.rating', '1'],
      ['q.why', 'Slow'],
      ['consent', '1'],
      ['page', '3'],
      ['go', 'send'],
    ])
    const [one, other] = [await board.get(`${path}?done`), await board.get(`${happy}?done`)]
    expect(one.body).toBe(other.body)
    expect(
      await server.deps.db.selectFrom('alert').select('rule').where('survey_id', '=', board.survey.surveyId).execute(),
    ).toEqual([{ rule: 'low' }])
  })
})

describe('an answer that is not sent yet', () => {
  const partials = () =>
    server.deps.db
      .selectFrom('partial_answer')
      .selectAll()
      .where('response_id', 'in', board.survey.responseIds)
      .execute()

  test('is found by whoever comes back, counts as nothing, and is gone when it is sent', async () => {
    const second = (await press(await begin(), 'next', goodStart)).body
    expect(shownOn(await begin())).toEqual(['liked'])
    const kept = await board.post(path, [...fieldsOf(second), ['q.liked', 'price'], ['go', 'keep']])
    expect([kept.statusCode, kept.body]).toEqual([204, ''])
    const back = await begin()
    expect(back).toMatch(/value="price"[^>]* checked/)
    expect((await board.responses())[0]).toMatchObject({ state: 2, version: 1 })
    expect(await partials()).toHaveLength(1)
    const last = (await press((await press(back, 'next')).body, 'next')).body
    expect((await press(last, 'send')).statusCode).toBe(303)
    expect((await board.responses())[0]?.answers).toMatchObject({ rating: 5, liked: ['price'] })
    expect(await partials()).toEqual([])
    // What comes late is not kept any more.
    await board.post(path, [...goodStart, ['go', 'keep']])
    expect(await partials()).toEqual([])
  })

  test('is kept of whoever has agreed, and only what is asked', async () => {
    await board.post(path, [
      ['q.rating', '5'],
      ['go', 'keep'],
    ])
    expect(await partials()).toEqual([])
    const long = 'x'.repeat(6000)
    await board.post(path, [...goodStart, ['q.segment', 'gold'], ['q.comment', long], ['page', '9'], ['go', 'keep']])
    expect(await partials()).toMatchObject([
      { content: { entered: { rating: ['5'], comment: [long.slice(0, 5000)] }, page: 3, consent: true } },
    ])
  })

  test('goes with its response, when it is anonymised, erased, or completed by somebody else', async () => {
    const keep = () => board.post(path, [...goodStart, ['go', 'keep']])
    const { pool } = server.deps
    const id = board.survey.responseIds[0]
    await keep()
    await pool.query('select anonymise_responses($1, $2)', [[id], []])
    expect(await partials()).toEqual([])
    await keep()
    await pool.query('update response set state = 0 where id = $1', [id])
    expect(await partials()).toEqual([])
    await pool.query('update response set state = 2 where id = $1', [id])
    await keep()
    expect(await partials()).toHaveLength(1)
    await pool.query('select erase_responses($1)', [[id]])
    expect(await partials()).toEqual([])
  })

  test('is kept nowhere in an anonymous survey', async () => {
    board = await AnswerBoard.open(server, { ...asked, config: `anonymity: {}\n${questionnaire}` })
    path = await board.pathOf()
    await press(await begin(), 'next', goodStart)
    await board.post(path, [...goodStart, ['go', 'keep']])
    expect(await partials()).toEqual([])
    expect(shownOn(await begin())).toEqual(['rating'])
  })
})

test('a colour of a brand is readable on buttons and lines, whatever it is', async () => {
  const page = (await board.get(path)).body
  expect(page).toContain('--on-fill: #000000')
  expect(page).not.toContain('--act: #ffd400 ')
})
