import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfigurationText } from '#server/domain/survey/configuration-text.ts'
import { LexiconAnalyzer } from '#server/domain/text/lexicon-analyzer.ts'
import { sharesOf } from '#server/domain/statistics/shares.ts'
import { categoriesOf, taxonomiesOf } from './survey-taxonomy.ts'

test('shares add up to 100 with two decimals, whatever they are of', () => {
  expect(sharesOf([0, 0, 0])).toBeNull()
  expect(sharesOf([1, 1, 1])).toEqual([33.34, 33.33, 33.33])
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 }), (numbers) => {
      const shares = sharesOf(numbers)
      const sum = numbers.reduce((total, number) => total + number, 0)
      if (shares === null) {
        expect(sum).toBe(0)
        return
      }
      expect(shares.reduce((total, share) => total + Math.round(share * 100), 0)).toBe(10_000)
      for (const [at, share] of shares.entries())
        expect(Math.abs(share - (100 * (numbers[at] ?? 0)) / sum)).toBeLessThanOrEqual(0.01)
    }),
  )
})

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
