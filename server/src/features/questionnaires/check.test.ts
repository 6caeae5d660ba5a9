import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { QuestionnaireProblem } from '@gensvar/contract/questionnaires'
import { at, choicesOf, documentOf, openBuilder } from './testing/builder.ts'
import type { Builder } from './testing/builder.ts'

let builder: Builder
const rated = { type: 'scale', variable: 'rated', says: 'How was it?' } as const
const said = { type: 'text', variable: 'said', says: 'Why?' } as const
const channel = { type: 'single', variable: 'channel', says: 'Where?', choices: choicesOf('web', 'shop') } as const

beforeAll(async () => {
  builder = await openBuilder()
  await builder.create('checked')
})
afterAll(() => builder.board.close())

/** What is wrong with a document: paths with their severity. */
async function wrong(document: QuestionnaireDocument, survey = 'checked'): Promise<[string, string][]> {
  const { status, body } = await builder.root('POST', at('check', survey), { document })
  expect(status).toBe(200)
  return body.problems.map(({ path, severity }: QuestionnaireProblem) => [path, severity])
}

const error = (path: string): [string, string] => [path, 'error']
const hint = (path: string): [string, string] => [path, 'hint']

describe('keeps from being published', () => {
  test.each<[string, QuestionnaireDocument, string[]]>([
    ['a questionnaire without questions', documentOf([]), ['questions']],
    ['a question without words', documentOf([{ type: 'text', variable: 'said' }]), ['questions.0.wording.en']],
    [
      'a language that is not written',
      documentOf([rated, { ...channel, help: { en: 'One' } }], { languages: ['en', 'fi'], privacy: {} }),
      [
        'questions.0.wording.fi',
        'questions.1.wording.fi',
        'questions.1.help.fi',
        'questions.1.choices.0.title.fi',
        'questions.1.choices.1.title.fi',
      ],
    ],
    [
      'texts around the questions that a language lacks',
      documentOf([rated], { thanks: { sv: 'Tack' }, review: { url: 'https://example.org', title: { sv: 'Här' } } }),
      [],
    ],
    ['a language twice', documentOf([rated], { languages: ['en', 'en'] }), ['languages.1']],
    ['a variable twice', documentOf([rated, { ...said, variable: 'rated' }]), ['questions.1.variable']],
    ['a variable that means something else', documentOf([{ ...said, variable: 'date' }]), ['questions.0.variable']],
    ['a variable of other signs', documentOf([{ ...said, variable: 'a b' }]), ['questions.0.variable']],
    ['one choice', documentOf([{ ...channel, choices: choicesOf('web') }]), ['questions.0.choices']],
    [
      'choices that read the same, and have one name',
      documentOf([
        { ...channel, choices: [...choicesOf('web'), { extName: 'web', title: { en: ' WEB ' }, other: null }] },
      ]),
      ['questions.0.choices.1.extName', 'questions.0.choices.1.title.en'],
    ],
    [
      'two choices that ask for more',
      documentOf([
        {
          ...channel,
          choices: ['a', 'b'].map((extName) => ({
            ...{ extName, title: { en: extName } },
            other: { variable: `${extName}_more`, wording: { en: `Say ${extName}` } },
          })),
        },
      ]),
      ['questions.0.choices.1.other'],
    ],
    ['no scale', documentOf([{ ...rated, scale: null }]), ['questions.0.scale']],
    ...[
      [5, 5, 'max'],
      [0, 21, 'max'],
      [-1, 5, 'min'],
    ].map(([min, max, name]): [string, QuestionnaireDocument, string[]] => [
      `a scale from ${min} to ${max}`,
      documentOf([
        {
          ...rated,
          scale: {
            min: Number(min),
            max: Number(max),
            minLabel: {},
            maxLabel: {},
            direction: 'high',
            descending: false,
          },
        },
      ]),
      [`questions.0.scale.${name}`],
    ]),
    ['a rule about a later question', documentOf([{ ...said, showIf: 'rated <= 3' }, rated]), ['questions.0.showIf']],
    ['a rule about itself', documentOf([{ ...rated, showIf: 'rated <= 3' }]), ['questions.0.showIf']],
    [
      'a rule about a question that is gone',
      documentOf([rated, { ...said, showIf: 'gone = 1' }]),
      ['questions.1.showIf'],
    ],
    [
      'a rule about a choice that is gone',
      documentOf([channel, { ...said, showIf: 'channel = post' }]),
      ['questions.1.showIf'],
    ],
    ['a rule that cannot be read', documentOf([rated, { ...said, showIf: 'rated <=' }]), ['questions.1.showIf']],
    [
      'addresses and colours that are none',
      documentOf([rated], {
        privacyUrl: 'javascript:alert(1)',
        review: { url: '', title: {} },
        brand: { colour: 'red', logo: 'https://example.org/logo.png' },
      }),
      ['privacyUrl', 'review.url', 'brand.colour', 'brand.logo'],
    ],
    [
      'an address of a privacy notice that is not there',
      documentOf([rated], { privacyUrl: 'https://example.org', privacy: {} }),
      ['privacyUrl'],
    ],
  ])('%s', async (_what, document, paths) => {
    const found = (await wrong(document)).filter(([, severity]) => severity === 'error')
    expect(found).toEqual(paths.map(error))
    if (paths.length === 0) return
    const { status, body } = await builder.publish('checked', document)
    expect([status, Object.keys(body.fields)]).toEqual([400, paths])
    expect((await builder.model('checked')).questions.size).toBe(0)
  })

  test('what an answer to a place, a name or another type of question would be', async () => {
    const { survey } = builder.board
    const level = documentOf([
      { type: 'single', variable: 'country', says: 'Land?', choices: choicesOf('Sweden', 'Norway') },
    ])
    expect(await wrong(level, survey)).toEqual([error('questions.0.variable')])
    expect(await wrong(documentOf([{ ...said, variable: 'satisfaction' }]), survey)).toEqual([
      error('questions.0.variable'),
    ])
    const other = { extName: 'x', title: { en: 'X' }, other: { variable: 'rating', wording: { en: 'What?' } } }
    expect(await wrong(documentOf([{ ...channel, choices: [...choicesOf('web', 'till'), other] }]), survey)).toEqual([
      error('questions.0.choices.2.other.variable'),
    ])
  })
})

describe('hints at', () => {
  test('questions that ask the same, scales that run the other way, and open questions that must be answered', async () => {
    const low = { min: 1, max: 5, minLabel: {}, maxLabel: {}, direction: 'low', descending: false } as const
    const texts = ['a', 'b', 'c'].map((variable) => ({ ...said, variable, says: `Why ${variable}?`, required: true }))
    expect(
      await wrong(
        documentOf([
          rated,
          { ...rated, variable: 'again', says: 'how was it' },
          { ...rated, variable: 'bad', says: 'Bad?', scale: low },
          ...texts,
        ]),
      ),
    ).toEqual([hint('questions.1.wording.en'), hint('questions.2.scale.direction'), hint('questions.5.required')])
  })

  test('a long questionnaire, with its length in minutes', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ ...said, variable: `said_${at}`, says: `Why ${at}?` }))
    const { body } = await builder.root('POST', at('check', 'checked'), { document: documentOf(many) })
    // 20 open answers of 30 s and 48 words at 238 a minute.
    expect(body.minutes).toBe(10)
    const longer = documentOf([
      ...many,
      ...many.map((one) => ({ ...one, variable: `${one.variable}_b`, says: `${one.says} b` })),
    ])
    expect(await wrong(longer)).toEqual([hint('questions')])
  })

  test('a page for everybody without a privacy notice', async () => {
    expect(await wrong(documentOf([rated], { privacy: {} }))).toEqual([hint('privacy.en')])
    expect(await wrong(documentOf([rated], { privacy: {}, openLinks: false }))).toEqual([])
  })
})

describe('is refused and not stored', () => {
  test.each<[string, object, string]>([
    ['more than 300 questions', documentOf(Array.from({ length: 301 }, () => said)), 'document.questions'],
    [
      'more than 1000 choices',
      documentOf([{ ...channel, choices: choicesOf(...Array.from({ length: 1001 }, (_, at) => `c${at}`)) }]),
      'document.questions.0.choices',
    ],
    [
      'a wording that is too long',
      documentOf([{ ...said, says: 'x'.repeat(4001) }]),
      'document.questions.0.wording.en',
    ],
    ['a language there is not', { ...documentOf([said]), languages: ['de'] }, 'document.languages.0'],
  ])('%s', async (_what, document, field) => {
    const { version } = await builder.state('checked')
    const { status, body } = await builder.root('PUT', at('draft', 'checked'), { document, version })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    expect((await builder.state('checked')).version).toBe(version)
  })

  test('as many questions and choices as there may be are published', async () => {
    const choices = choicesOf(...Array.from({ length: 200 }, (_, place) => `c${place}`))
    const many = Array.from({ length: 299 }, (_, place) => ({
      ...said,
      variable: `q${place}`,
      says: `Number ${place}?`,
    }))
    const survey = await builder.create('large')
    const { status } = await builder.publish(survey, documentOf([{ ...channel, choices }, ...many]))
    expect(status).toBe(200)
    expect((await builder.model(survey)).questions.size).toBe(300)
    expect(
      (await builder.publish(survey, documentOf([{ ...channel, choices: choices.toReversed() }, ...many.toReversed()])))
        .status,
    ).toBe(200)
  })
})
