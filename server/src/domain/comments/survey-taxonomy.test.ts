import { expect, test } from 'vitest'
import { LexiconAnalyzer } from '#server/domain/text/lexicon-analyzer.ts'
import { readConfigurationText } from '#server/domain/survey/configuration-text.ts'
import { categoriesOf, taxonomiesOf } from './survey-taxonomy.ts'

test('a taxonomy that cannot be used is refused with its lines, and categories have those inside them', () => {
  const text = `interview: { open: [comment] }
taxonomy:
  staff:
    polarity: negative
    en: { patterns: [staff, "(a+)+"] }
    children:
      manner:
        sv: { patterns: ["*a"] }
        en: { patterns: [rude] }
alerts: [{ extname: rude, when: "negative:comment = staff/none" }]
`
  const known = [{ variable: 'comment', type: 'text' as const }]
  const { problems } = readConfigurationText(text, known)
  expect(problems.map(({ line, path }) => [line, path.join('.')])).toEqual(
    expect.arrayContaining([
      [5, 'taxonomy.staff.en.patterns.1'],
      [8, 'taxonomy.staff.children.manner.sv.patterns.0'],
    ]),
  )
  const unknown = readConfigurationText(text.replace('polarity: negative', 'colour: red'), known)
  expect(unknown.problems.map(({ line, path }) => [line, path.join('.')])).toEqual([[4, 'taxonomy.staff.colour']])
  const nowhere = readConfigurationText('alerts: [{ extname: a, when: "sentiment:comment = negative" }]', known)
  expect(String(nowhere.problems[0]?.words)).toContain("there is no question 'sentiment:comment'")
  const { config } = readConfigurationText(
    'taxonomy: { staff: { polarity: negative, en: { patterns: [staff] }, children: { manner: { en: { patterns: [rude] } } } } }',
    known,
  )
  expect(config && categoriesOf(config.taxonomy).map(({ id, parent }) => [id, parent])).toEqual([
    ['staff', null],
    ['staff/manner', 'staff'],
  ])
  const analyzer = new LexiconAnalyzer(config ? taxonomiesOf(config.taxonomy) : {})
  expect(analyzer.analyseOne({ text: 'Lovely staff', lang: 'en' }).categories).toMatchObject([
    { id: 'staff', label: 'neg' },
  ])
})
