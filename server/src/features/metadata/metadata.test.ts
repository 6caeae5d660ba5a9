import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { choiceBody, openMetadata, questionBody } from './testing/metadata-board.ts'
import type { MetadataBoard } from './testing/metadata-board.ts'

let board: MetadataBoard
beforeAll(async () => {
  const many = Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => [`driver_${at + 1}`, { type: 'scale', min: 1, max: 5 } as const]),
  )
  board = await openMetadata({ questions: { ...many, reason: { type: 'multiple', choices: ['price', 'service'] } } })
})
afterAll(() => board.close())

const modelVersion = async (): Promise<number> =>
  (
    await board.deps.db
      .selectFrom('survey')
      .select('model_version')
      .where('id', '=', board.surveyId)
      .executeTakeFirstOrThrow()
  ).model_version

describe('the search', () => {
  test('shows at most ten questions, with how many there are, and the rest page by page (META-01)', async () => {
    const all = await board.find('')
    expect(all.questions).toHaveLength(10)
    expect(all.total).toBe(20)
    const { body: rest } = await board.root('GET', `/rest/metadata/${board.survey}?rowFrom=10`)
    expect(rest.questions).toHaveLength(10)
    const { body: drivers } = await board.root('GET', `/rest/metadata/${board.survey}?text=driver`)
    expect([drivers.questions.length, drivers.total]).toEqual([10, 14])
    // Whoever asks for a name gets it first.
    expect((await board.find('driver_1')).questions[0]?.variable).toBe('driver_1')
  })

  test('answers with groups, questions and their choices, with all their fields (META-02, META-03, META-04, META-05)', async () => {
    const added = await board.root('POST', `/rest/metadata/questiongroup/${board.survey}`, {
      id: null,
      version: 0,
      extName: 'visit',
      type: 'background',
      name: { en: 'Visit' },
      sorder: 3,
      features: '{"shown":true}',
      format: '{}',
    })
    expect(added.status).toBe(200)
    await board.saveQuestion('channel', { group: 'visit', foreignName: 'Q7', question: { en: 'Where did you buy?' } })
    const { groups, questions } = await board.find('where did you')
    expect(groups).toEqual([
      {
        id: expect.any(Number),
        version: expect.any(Number),
        type: 'background',
        extName: 'visit',
        features: { shown: true },
        sorder: 3,
        name: { en: 'Visit' },
        format: {},
      },
    ])
    expect(questions).toEqual([
      {
        id: expect.any(Number),
        version: expect.any(Number),
        type: 'single',
        variable: 'channel',
        foreignName: 'Q7',
        features: {},
        filterable: true,
        weighted: false,
        anonymizable: false,
        diffmode: '',
        title: {},
        question: { en: 'Where did you buy?' },
        format: {},
        group: 'visit',
        sorder: expect.any(Number),
        scaleMin: null,
        scaleMax: null,
        language: '',
        nChoices: 2,
        choices: [
          {
            id: expect.any(Number),
            version: expect.any(Number),
            isStep: false,
            extname: 'web',
            features: {},
            title: { en: 'WEB' },
          },
          {
            id: expect.any(Number),
            version: expect.any(Number),
            isStep: false,
            extname: 'till',
            features: {},
            title: { en: 'TILL' },
          },
        ],
      },
    ])
  })

  test.each([
    ['a variable', 'channel', 'channel'],
    ['a foreign name', 'q7', 'channel'],
    ['a wording', 'did you buy', 'channel'],
    ['a choice', 'price', 'reason'],
    ['a group', 'visit', 'channel'],
    ['words in any order, without accents', 'forslag manga', 'comment'],
  ])('finds %s', async (_what, text, variable) => {
    if (variable === 'comment') await board.saveQuestion('comment', { title: { en: 'Ideas', sv: 'Många förslag' } })
    expect((await board.find(text)).questions.map((question) => question.variable)).toContain(variable)
  })

  test('puts the choices that are looked for first', async () => {
    const [reason] = (await board.find('service')).questions
    expect(reason?.choices.map(({ extname }) => extname)).toEqual(['service', 'price'])
  })

  test('is for root alone (SEC-02h)', async () => {
    const administrator = await board.as({ admin: true })
    const { id } = await board.question('channel')
    const { survey } = board
    const calls = [
      ['GET', `/rest/metadata/${survey}`],
      ['GET', `/rest/metadata/rename/${survey}?question=${id}&name=x`],
      ['POST', `/rest/metadata/questiongroup/${survey}`],
      ['POST', `/rest/metadata/question/${survey}`],
      ['POST', `/rest/metadata/choice/${survey}`],
      ['DELETE', `/rest/metadata/choice/${survey}/1`],
    ] as const
    for (const [method, url] of calls)
      expect(await administrator(method, url, method === 'POST' ? {} : undefined)).toMatchObject({
        status: 403,
        body: { message: 'Only root users may do this.' },
      })
  })
})

describe('what is saved', () => {
  test('is stored, logged, and raises the version of the survey: a question group (META-06)', async () => {
    const [group] = (await board.find('')).groups
    const before = await modelVersion()
    const body = {
      ...group,
      extName: 'visits',
      name: { en: 'Visits', sv: 'Besök' },
      sorder: -1,
      features: '{}',
      format: '{"a":1}',
    }
    const saved = await board.root('POST', `/rest/metadata/questiongroup/${board.survey}`, body)
    expect(saved.body).toMatchObject({
      extName: 'visits',
      name: { en: 'Visits', sv: 'Besök' },
      sorder: -1,
      format: { a: 1 },
    })
    expect(await modelVersion()).toBe(before + 1)
    expect((await board.question('channel')).group).toBe('visits')
    const again = await board.root('POST', `/rest/metadata/questiongroup/${board.survey}`, body)
    expect(again).toMatchObject({ status: 409, body: { fields: { version: 'is out of date' } } })
  })

  test('is stored, logged, and raises the version of the survey: a question (META-07)', async () => {
    const before = await modelVersion()
    const changes = {
      title: { en: 'Overall', fi: 'Yleisarvosana' },
      question: { en: 'How was it?' },
      filterable: false,
      weighted: true,
      anonymizable: true,
      diffmode: 'points',
      language: 'sv',
      foreignName: 'Rating, overall',
      features: '{"starred":true}',
      format: '{"decimals":1}',
    }
    const { status, body } = await board.saveQuestion('rating', changes)
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...changes, features: { starred: true }, format: { decimals: 1 } })
    expect(await board.question('rating')).toEqual(body)
    expect(await modelVersion()).toBe(before + 1)
    const entry = await board.deps.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'metadata.question.save')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ object: 'rating', survey_id: board.surveyId })
    expect(entry.details['changed']).toEqual(expect.arrayContaining(['title', 'weighted']))
  })

  test('is stored, logged, and raises the version of the survey: a choice, which can be added (META-08, ENT-03)', async () => {
    const before = await modelVersion()
    const { status, body } = await board.saveChoice('channel', 'web', {
      title: { en: 'Web shop', sv: 'Webbutik', no: 'Nettbutikk', da: 'Netbutik', fi: 'Verkkokauppa' },
      features: '{"icon":"globe"}',
    })
    expect([status, body.title.fi, body.features]).toEqual([200, 'Verkkokauppa', { icon: 'globe' }])
    expect(await board.choice('channel', 'web')).toEqual(body)
    const { id: questionId } = await board.question('channel')
    const fresh = {
      id: null,
      questionId,
      version: 0,
      extname: 'phone',
      title: { en: 'Phone' },
      features: '{}',
      renameSeen: null,
    }
    expect((await board.root('POST', `/rest/metadata/choice/${board.survey}`, fresh)).status).toBe(200)
    expect((await board.question('channel')).choices.map(({ extname }) => extname)).toEqual(['web', 'till', 'phone'])
    expect(await board.root('POST', `/rest/metadata/choice/${board.survey}`, fresh)).toMatchObject({
      status: 409,
      body: { fields: { extname: 'Another choice of the question has the name "phone".' } },
    })
    expect(await modelVersion()).toBe(before + 2)
    const entries = await board.deps.db
      .selectFrom('audit')
      .select('object')
      .where('action', '=', 'metadata.choice.save')
      .execute()
    expect(entries.map(({ object }) => object)).toEqual(['channel/web', 'channel/phone'])
  })

  test('is refused where somebody else, or an import, saved in between', async () => {
    const seen = questionBody(await board.question('comment'))
    const seenChoice = choiceBody(await board.choice('reason', 'price'), (await board.question('reason')).id)
    await board.saveQuestion('comment', { diffmode: 'none' })
    await board.deps.pool.query(`update choice set title = '{"en":"By import"}' where id = $1`, [seenChoice.id])
    const stale = await board.root('POST', `/rest/metadata/question/${board.survey}`, {
      ...seen,
      title: { en: 'Mine' },
    })
    const staleChoice = await board.root('POST', `/rest/metadata/choice/${board.survey}`, seenChoice)
    for (const { status, body } of [stale, staleChoice])
      expect([status, body.fields]).toEqual([409, { version: 'is out of date' }])
    expect((await board.question('comment')).title).not.toEqual({ en: 'Mine' })
  })

  test('is refused at its field where it is wrong', async () => {
    for (const [changes, field] of [
      [{ features: '[1]' }, 'features'],
      [{ format: '{' }, 'format'],
      [{ variable: ' ' }, 'variable'],
      [{ type: 'rating' }, 'type'],
    ] as const) {
      const { status, body } = await board.saveQuestion('comment', { ...changes, renameSeen: null })
      expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    }
  })
})

describe('a choice is deleted', () => {
  const remove = async (variable: string, extname: string) =>
    board.root('DELETE', `/rest/metadata/choice/${board.survey}/${(await board.choice(variable, extname)).id}`)

  test('only where no answer has it, no filter and no line of the configuration', async () => {
    expect(await remove('channel', 'till')).toMatchObject({
      status: 409,
      body: { message: '3 answers have this choice. Change them first.' },
    })
    expect((await remove('reason', 'service')).status).toBe(200)
    expect((await board.question('reason')).choices.map(({ extname }) => extname)).toEqual(['price'])
    const user = await board.deps.db.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
    await board.deps.db
      .insertInto('user_filter')
      .values({
        user_id: user.id,
        universe_id: board.universeId,
        survey_id: board.surveyId,
        variable: 'reason',
        values: ['price'],
      })
      .execute()
    expect(await remove('reason', 'price')).toMatchObject({
      status: 409,
      body: { message: '1 filters, places or rights name this choice. Rename it, or change them first.' },
    })
  })
})
