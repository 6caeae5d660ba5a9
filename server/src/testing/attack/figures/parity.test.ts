import type { Condition } from '@gensvar/contract/conditions'
import { describe, expect, test } from 'vitest'
import { Random } from '#server/demo/random.ts'
import type { FigureRow } from '#server/domain/figures/expressions/figure-rows.ts'
import { afterTheEnd } from './arrivals.ts'
import { fourByTwo, sixByOne } from './attack.ts'
import type { Declared } from './attack.ts'
import type { Answered } from './oracle.ts'
import type { Asked, AskedIndicator } from './asked.ts'
import {
  ProductFigures,
  backgroundCondition,
  backgroundName,
  periodConditions,
  placeCondition,
  unitName,
  valueName,
} from './product-figures.ts'
import { makeRandomSurvey } from './random-survey.ts'
import type { RandomSurvey, Variant } from './random-survey.ts'
import { variableOf } from './reference-oracle.ts'
import { referenceGuard } from './run.ts'
import { backgroundsOf, placesOf } from './vocabulary.ts'

const cases: { variant: Variant; declared: Declared; at: number }[] = [
  { variant: 'moves', declared: fourByTwo, at: 60 },
  { variant: 'non-response', declared: fourByTwo, at: afterTheEnd },
  { variant: 'correlated', declared: sixByOne, at: 90 },
  { variant: 'planted', declared: sixByOne, at: afterTheEnd },
]

describe.each(cases)('the product answers as the attacked rules do: $variant, $declared, at $at', (one) => {
  const { variant, declared, at } = one
  const survey = makeRandomSurvey(`parity ${variant}`, { variant, units: 3, medianSize: 60 })
  const reference = referenceGuard()(survey, declared)
  const product = new ProductFigures(survey, declared, at)
  const indicators = indicatorsOf(survey)
  const expressions = indicators.map(expressionOf)
  const periods: Asked['period'][] = [
    ...Array.from({ length: survey.quarters }, (_, index) => ({ kind: 'quarter' as const, index })),
    ...Array.from({ length: 3 }, (_, index) => ({ kind: 'year' as const, index })),
    { kind: 'all', index: 0 },
  ]

  /** Compares all figures of a row; returns how many were shown. */
  function compare(row: FigureRow | null | undefined, asked: Omit<Asked, 'indicator'>): number {
    let shown = 0
    const expected = indicators.map((indicator) => reference.oracle.ask({ ...asked, at, indicator }))
    const found = indicators.map((_, index): Answered => {
      const value = row?.valueAt(index)
      if (!value || value.suppressed || value.value === null) return { value: null, n: null }
      shown++
      return { value: withoutSign(value.value), n: value.n }
    })
    expect(found, JSON.stringify(asked)).toEqual(expected.map(({ value, n }) => ({ value: withoutSign(value), n })))
    return shown
  }

  test('every place, period and background', async () => {
    let shown = 0
    for (const period of periods)
      for (const backgrounds of [[], ...backgroundsOf(survey, declared.filters, declared.together)]) {
        if (period.kind !== 'quarter' && backgrounds.length > 1) continue
        const conditions = [
          ...periodConditions(survey, period),
          ...backgrounds.map(({ question, value }) => backgroundCondition(question, [value])),
        ]
        const by = { level: { view: 'units', depth: 1 } }
        const answer = await product.ask({ conditions, by, expressions, total: true })
        shown += compare(answer?.total, { place: null, period, backgrounds })
        const rows = new Map(answer?.rows.map((row) => [row.key.name, row]))
        for (let place = 0; place < survey.units; place++)
          shown += compare(rows.get(unitName(place)), { place, period, backgrounds })
      }
    expect(shown).toBeGreaterThan(300)
  })

  test('one by one, by answer, by quarter and by year', async () => {
    let shown = 0
    for (const place of placesOf(survey)) {
      const here = place === null ? [] : [placeCondition(place)]
      for (const period of periods) {
        const conditions = [...here, ...periodConditions(survey, period)]
        const alone = await product.ask({ conditions, expressions })
        shown += compare(alone?.rows[0], { place, period, backgrounds: [] })
        for (let question = 0; question < declared.filters; question++) {
          const answer = await product.ask({ conditions, by: { question: backgroundName(question) }, expressions })
          const rows = new Map(answer?.rows.map((row) => [row.key.name, row]))
          for (let value = 0; value < (survey.backgrounds[question] ?? 0); value++)
            shown += compare(rows.get(valueName(value)), { place, period, backgrounds: [{ question, value }] })
        }
      }
      for (const kind of ['quarter', 'year'] as const) {
        const answer = await product.ask({ conditions: here, by: { period: `${kind}s` as const }, expressions })
        const rows = new Map(answer?.rows.map((row) => [row.key.from, row]))
        for (const period of periods.filter((other) => other.kind === kind)) {
          const [condition] = periodConditions(survey, period)
          const from = condition?.kind === 'dates' ? (condition.from ?? undefined) : undefined
          shown += compare(rows.get(from), { place, period, backgrounds: [] })
        }
      }
    }
    expect(shown).toBeGreaterThan(200)
  })

  test('what the vocabulary does not know', async () => {
    const random = new Random(`outside ${variant}`)
    const quarter = { kind: 'quarter', index: 0 } as const
    const value = (question: number): number => random.int(0, (survey.backgrounds[question] ?? 1) - 1)
    const of = (...questions: number[]) => questions.map((question) => ({ question, value: value(question) }))
    const known = { place: null, period: quarter, backgrounds: [] }
    const outside: (Omit<Asked, 'indicator'> & { more?: Condition[]; where?: string })[] = [
      { ...known, period: { kind: 'month', index: 0 } },
      { ...known, period: { kind: 'month', index: 0, to: 1 } },
      { ...known, period: { kind: 'quarter', index: 0, to: 1 } },
      { ...known, backgrounds: of(0, 1, 2) },
      { ...known, backgrounds: [...of(0), ...of(0)] },
      { ...known, backgrounds: of(0), asker: { unit: null, filters: of(0) } },
      { ...known, backgrounds: of(0), asker: { unit: null, filters: of(1) } },
      { ...known, backgrounds: of(0, 1), asker: { unit: null, filters: of(2) } },
      { ...known, asker: { unit: null, filters: of(declared.filters - 1) } },
      ...(declared.filters < 6 ? [{ ...known, backgrounds: of(5) }] : []),
      {
        ...known,
        outside: [{ kind: 'values', question: 0, values: [0, 1] }],
        more: [backgroundCondition(0, [0, 1])],
      },
      {
        ...known,
        outside: [{ kind: 'answer', question: 1, atMost: 5 }],
        more: [{ kind: 'range', variable: variableOf(1), from: 0, to: 5 }],
      },
      {
        ...known,
        outside: [{ kind: 'answer', question: 1, atMost: 5 }],
        where: ` where ${variableOf(1)} <= 5`,
      },
      { ...known, outside: [{ kind: 'values', question: 0, values: [0, 1] }], where: ' where b0 in (v0, v1)' },
    ]
    for (const { more = [], where = '', ...asked } of outside) {
      const { place, period, backgrounds, asker } = asked
      const conditions = [
        ...(asker?.filters ?? []).map((own) => backgroundCondition(own.question, [own.value])),
        ...(place === null ? [] : [placeCondition(place)]),
        ...periodConditions(survey, period),
        ...backgrounds.map((one) => backgroundCondition(one.question, [one.value])),
        ...more,
      ]
      const answer = await product.ask({ conditions, expressions: expressions.map((text) => `${text}${where}`) })
      compare(answer?.rows[0], asked)
    }
  })
})

/** Minus zero equals zero when shown. */
function withoutSign(value: number | null): number | null {
  return value === null ? null : value + 0
}

/** Mean, net promoter score and all shares of every question. */
function indicatorsOf({ questions }: RandomSurvey): AskedIndicator[] {
  return questions.flatMap(({ min, max, kind }, question): AskedIndicator[] => [
    { kind: 'mean', question },
    ...(kind === 'nps' ? [{ kind: 'nps' as const, question }] : []),
    ...Array.from({ length: max - min + 1 }, (_, at) => ({ kind: 'share' as const, question, value: min + at })),
  ])
}

function expressionOf({ kind, question, value }: AskedIndicator): string {
  return kind === 'share' ? `share(${variableOf(question)}, ${value})` : `${kind}(${variableOf(question)})`
}
