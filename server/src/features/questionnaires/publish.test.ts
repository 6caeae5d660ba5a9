import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionnaireTemplates } from '@gensvar/contract/questionnaires'
import { readConfiguration } from '#server/domain/build/configuration.ts'
import { knownQuestions, readConfigurationText } from '#server/domain/survey/configuration-text.ts'
import { listQuestionnaireTemplates } from './service.ts'
import { createSurvey, smallSurvey } from '#server/testing/factories.ts'
import { at, choicesOf, documentOf, openBuilder } from './testing/builder.ts'
import type { Builder } from './testing/builder.ts'

let builder: Builder
const rated = { type: 'scale', variable: 'rated', says: 'How was it?' } as const
const channel = {
  type: 'single',
  variable: 'channel',
  says: 'Where did you buy?',
  choices: choicesOf('shop', 'web', 'phone_call'),
} as const

beforeAll(async () => {
  builder = await openBuilder()
})
afterAll(() => builder.board.close())

const textOf = async (survey: string) =>
  (await readConfiguration(builder.board.deps.db, (await builder.model(survey)).id))?.text ?? ''

async function answer(survey: string, answers: object): Promise<void> {
  const { db } = builder.board.deps
  const survey_id = (await builder.model(survey)).id
  const row = { survey_id, state: 0, event_date: '2026-02-01', answers: JSON.stringify(answers) }
  await db.insertInto('response').values(row).execute()
}

describe.each(questionnaireTemplates)('the template %s', (template) => {
  test('is published as it is: questions, questionnaire and a dashboard that fits', async () => {
    const more = { template, languages: ['sv', 'en', 'no', 'da', 'fi'], title: { sv: 'Besök' } }
    const survey = await builder.create(`from_${template}`, more)
    const draft = await builder.state(survey)
    expect(draft.check.problems.filter(({ severity }) => severity === 'error')).toEqual([])
    const { status, body } = await builder.root('POST', at('publish', survey), { version: draft.version })
    expect([status, body.fields]).toEqual([200, undefined])
    expect(body).toMatchObject({ isDraft: false, published: { number: 1, author: 'rut@example.org' } })
    expect(body.document).toEqual(draft.document)
    const model = await builder.model(survey)
    expect(readConfigurationText(await textOf(survey), knownQuestions(model)).problems).toEqual([])
    expect(model.config.questionnaire.questions.map(({ question }) => question)).toEqual(
      draft.document.questions.map(({ variable }) => variable),
    )
    const [page] = model.config.pages
    expect(page?.components.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['variable-block', 'latest-comments', 'development-chart']),
    )
    const recommend = model.questions.has('recommend')
    expect(Object.hasOwn(model.config.indicators, 'nps')).toBe(recommend)
  })
})

test('templates are offered in the language of the reader, with their length', () => {
  const { templates } = listQuestionnaireTemplates({ locale: 'sv' })
  expect(templates.map(({ name }) => name)).toEqual([...questionnaireTemplates])
  expect(templates[1]).toEqual({
    name: 'nps',
    title: 'Rekommendation (NPS)',
    description: expect.stringContaining('kunder'),
    questions: 3,
    minutes: 1,
    languages: ['en', 'sv', 'no', 'da', 'fi'],
  })
})

describe('publishing', () => {
  test('stores questions as an import does, and a question keeps its variable', async () => {
    const survey = await builder.create('stored')
    const first = await builder.publish(
      survey,
      documentOf([
        { type: 'scale', says: 'How satisfied are you?' },
        {
          type: 'multiple',
          says: 'Why?',
          choices: [
            ...choicesOf('price'),
            { extName: null, title: { en: 'Anything else' }, other: { variable: null, wording: { en: 'What?' } } },
          ],
        },
        { type: 'numeric', says: 'How many?' },
        { type: 'date', says: 'When?' },
      ]),
    )
    expect(first.status).toBe(200)
    const { questions } = await builder.model(survey)
    expect([...questions.values()].map(({ variable, type }) => [variable, type])).toEqual([
      ['how_satisfied_are_you', 'scale'],
      ['why', 'multiple'],
      ['why_anything_else', 'text'],
      ['how_many', 'numeric'],
      ['when', 'date'],
    ])
    const scale = questions.get('how_satisfied_are_you')
    expect(scale).toMatchObject({
      scaleMin: 1,
      scaleMax: 5,
      title: { en: 'How satisfied are you?' },
      features: { direction: 'high' },
    })
    expect(scale?.choices.map(({ extName, code }) => [extName, code])).toEqual(
      [1, 2, 3, 4, 5].map((step) => [String(step), step]),
    )
    const { document } = first.body
    const [satisfied] = document.questions
    satisfied.wording = { en: 'How satisfied are you with us?' }
    await builder.publish(survey, { ...document, questions: [document.questions[2], satisfied] })
    const after = await builder.model(survey)
    expect(after.questions.get('how_satisfied_are_you')).toMatchObject({
      id: scale?.id,
      wording: { en: 'How satisfied are you with us?' },
    })
    expect(after.config.questionnaire.questions.map(({ question }) => question)).toEqual([
      'how_many',
      'how_satisfied_are_you',
    ])
    expect([...after.questions.keys()].filter((name) => name.startsWith('how'))).toEqual([
      'how_many',
      'how_satisfied_are_you',
    ])
  })

  test('gives a scale whose low end is good a tile on which lower is better, and none where neither end is', async () => {
    const survey = await builder.create('low_is_good')
    const scale = (direction: 'high' | 'low' | 'none') => ({
      ...{ min: 1, max: 5, minLabel: {}, maxLabel: {}, direction, descending: false },
    })
    const published = await builder.publish(
      survey,
      documentOf([
        { ...rated, scale: scale('high') },
        { ...rated, variable: 'effort', says: 'How hard was it?', scale: scale('low') },
        { ...rated, variable: 'age_of_it', says: 'How old is it?', scale: scale('none') },
      ]),
    )
    expect(published.status).toBe(200)
    const { config } = await builder.model(survey)
    expect(config.indicators['effort_mean']).toMatchObject({
      ...{ expression: 'mean(effort)', inverse: true, minValue: 1, maxValue: 5 },
    })
    expect(config.indicators['overall']).toMatchObject({ expression: 'mean(rated)', inverse: false })
    const tiles = config.pages[0]?.components.flatMap((one) =>
      one.type === 'variable-block' ? one.config.variables : [],
    )
    expect(tiles).toEqual(
      ['overall', 'effort_mean', 'answers'].map((indicator) => expect.objectContaining({ indicator })),
    )
    expect(JSON.stringify([config.indicators, tiles])).not.toContain('age_of_it')
  })

  test('keeps a question that is taken out with its answers, to be put back', async () => {
    const survey = await builder.create('taken_out')
    await builder.publish(survey, documentOf([rated, channel]))
    await answer(survey, { rated: 4, channel: 'web' })
    const { body } = await builder.publish(survey, documentOf([rated]))
    expect(body.unasked.map(({ variable }: { variable: string }) => variable)).toEqual(['channel'])
    expect((await builder.model(survey)).questions.has('channel')).toBe(true)
    const { status } = await builder.publish(survey, {
      ...body.document,
      questions: [...body.document.questions, ...body.unasked],
    })
    expect(status).toBe(200)
    const asked = (await builder.state(survey)).document.questions
    expect(asked.map(({ variable, choices }) => [variable, choices.length])).toEqual([
      ['rated', 0],
      ['channel', 3],
    ])
  })

  test('keeps a choice that answers have, offers it no more, and removes one that nothing uses', async () => {
    const survey = await builder.create('choices')
    await builder.publish(survey, documentOf([channel]))
    await answer(survey, { channel: 'web' })
    const { status, body } = await builder.publish(
      survey,
      documentOf([{ ...channel, choices: choicesOf('post', 'shop') }]),
    )
    expect([status, body.fields]).toEqual([200, undefined])
    const model = await builder.model(survey)
    expect(model.questions.get('channel')?.choices.map(({ extName, code }) => [extName, code])).toEqual([
      ['post', 4],
      ['shop', 1],
      ['web', 2],
    ])
    expect(model.config.questionnaire.questions[0]?.without).toEqual(['web'])
    expect(body.document.questions[0].choices.map(({ extName }: { extName: string }) => extName)).toEqual([
      'post',
      'shop',
    ])
    await builder.publish(survey, documentOf([{ ...channel, choices: choicesOf('web', 'post', 'shop') }]))
    expect((await builder.model(survey)).config.questionnaire.questions[0]?.without).toEqual([])
  })

  test('keeps the type of a question that has answers, told at its field, and stores nothing', async () => {
    const survey = await builder.create('types')
    await builder.publish(survey, documentOf([rated, { type: 'text', variable: 'said', says: 'Why?' }]))
    await answer(survey, { rated: 4, said: 'So' })
    const before = await builder.model(survey)
    const { status, body } = await builder.publish(
      survey,
      documentOf([
        { type: 'text', variable: 'more', says: 'More?' },
        { ...rated, scale: { min: 1, max: 3, minLabel: {}, maxLabel: {}, direction: 'high', descending: false } },
      ]),
    )
    expect([status, Object.keys(body.fields)]).toEqual([400, ['questions.1.scale.max']])
    const { body: second } = await builder.publish(
      survey,
      documentOf([{ type: 'numeric', variable: 'said', says: 'Why?' }]),
    )
    expect(Object.keys(second.fields)).toEqual(['questions.0.type'])
    const after = await builder.model(survey)
    expect([after.version, [...after.questions.keys()]]).toEqual([before.version, ['rated', 'said']])
    expect(await builder.state(survey)).toMatchObject({ isDraft: true, published: { number: 1 } })
  })

  test('changes the questionnaire of a configuration alone: comments and order of the rest stay', async () => {
    const { deps, universeId } = builder.board
    const config = '# ours\ntitle:   Visits # so\n\n# later\nlowBase: 5\n'
    const { extName: survey } = await createSurvey(deps.db, universeId, { ...smallSurvey, config })
    const before = await textOf(survey)
    const draft = await builder.state(survey)
    expect(draft.document.questions.map(({ variable }) => variable)).toEqual(['channel', 'rating', 'comment'])
    const questions = draft.document.questions.map((question) => ({
      ...question,
      wording: { en: `${question.variable}?` },
      choices: question.choices.map((choice) => ({ ...choice, title: { en: choice.extName ?? '' } })),
    }))
    const document = { ...draft.document, questions, thanks: { en: 'Thanks!' } }
    const { status } = await builder.publish(survey, document)
    expect(status).toBe(200)
    const text = await textOf(survey)
    expect(text.startsWith(before.trimEnd())).toBe(true)
    const other = { ...(await builder.state(survey)).document, thanks: { en: 'Bye' } }
    await builder.publish(survey, other)
    expect(await textOf(survey)).toBe(text.replace('Thanks!', 'Bye'))
  })

  test('by two at once happens once', async () => {
    const survey = await builder.create('two')
    const { body } = await builder.save(survey, documentOf([rated]))
    const both = await Promise.all(
      [1, 2].map(() => builder.root('POST', at('publish', survey), { version: body.version })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await builder.root('GET', at('versions', survey))).body.total).toBe(1)
    const [late] = both.filter(({ status }) => status === 409)
    expect(late?.body.fields.version).toContain('rut@example.org')
  })

  test('tells open dashboards, the change feed and the audit log', async () => {
    const survey = await builder.create('told')
    const { db } = builder.board.deps
    const { version } = await builder.model(survey)
    await builder.publish(survey, documentOf([rated]))
    const model = await builder.model(survey)
    expect(model.version).toBeGreaterThan(version)
    const entry = await db
      .selectFrom('audit')
      .select(['action', 'details'])
      .where('survey_id', '=', model.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ action: 'questionnaire.publish', details: { version: 1, questions: 1, note: '' } })
    const { n } = await db
      .selectFrom('script')
      .innerJoin('script_version', 'script_version.script_id', 'script.id')
      .where('survey_id', '=', model.id)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(1)
  })
})
