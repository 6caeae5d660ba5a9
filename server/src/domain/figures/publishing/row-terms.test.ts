import { periodIndex } from '@gensvar/contract/periods'
import type { WholePeriodKind, WholePeriods } from '@gensvar/contract/periods'
import { toDayNumber } from '@gensvar/contract/dates'
import { describe, expect, test } from 'vitest'
import type { FrozenScores, ScoreHistory } from './frozen-scores.ts'
import type { PublishingRules } from './publishing-rules.ts'
import { rowTerms } from './row-terms.ts'

const scores: FrozenScores = new Map<string, ScoreHistory>([
  ['again', { '': true }],
  ['turned', { '': true, '2026-01-01': false }],
])

const rules: PublishingRules = {
  isAnonymous: true,
  minimum: [10, 25, 50],
  backgrounds: new Map([
    ['gender', ''],
    ['age', '2026-01-01'],
  ]),
  scores,
  bands: {},
  base: 'quarter',
  runningFrom: '2026-04-01',
}

function period(kind: WholePeriodKind, day: string, count = 1): WholePeriods {
  return { kind, first: periodIndex(kind, toDayNumber(day)), count }
}

const closed = period('quarter', '2026-01-01')
const before = period('quarter', '2025-10-01')
const mean = { kind: 'mean', variable: 'staff' } as const
const share = { kind: 'share', variable: 'staff' } as const

type Asked = [Parameters<ReturnType<typeof rowTerms>['refusal']>[0], string[], WholePeriods | null, string | null]

const oneQuarter = 'With filters, figures are of one quarter that is closed.'
const oneFigure = 'With filters, each question has one figure only, and this is another.'
const later = 'In this period there was no such filter yet.'
const shares = 'Shares are of one period that is closed.'

describe('a figure of a row', () => {
  test.each<[string, ...Asked]>([
    ['is shown without backgrounds, of all time', mean, [], null, null],
    ['with a background is of one closed base period', mean, ['gender'], closed, null],
    ['with a background is not of all time', mean, ['gender'], null, oneQuarter],
    ['with a background is not of a running period', mean, ['gender'], period('quarter', '2026-04-01'), oneQuarter],
    ['with a background is not of a longer period', mean, ['gender'], period('year', '2025-01-01'), oneQuarter],
    ['with a background is not of several', mean, ['gender'], period('quarter', '2025-10-01', 2), oneQuarter],
    ['with a background is of a period from its day on', mean, ['age'], closed, null],
    ['with a background is not of an earlier one', mean, ['age'], period('quarter', '2025-10-01'), later],
    ['with two backgrounds obeys both', mean, ['gender', 'age'], period('quarter', '2025-10-01'), later],
    ['with a background is a mean', { kind: 'nps', variable: 'staff' }, ['gender'], closed, oneFigure],
    [
      'with a background is the score of a scored question',
      { kind: 'nps', variable: 'again' },
      ['gender'],
      closed,
      null,
    ],
    ['with a background is no mean of it', { kind: 'mean', variable: 'again' }, ['gender'], closed, oneFigure],
    [
      'with a background is the mean from the day on that it became it',
      { kind: 'mean', variable: 'turned' },
      ['gender'],
      closed,
      null,
    ],
    ['with a background is the score no more then', { kind: 'nps', variable: 'turned' }, ['gender'], closed, oneFigure],
    ['with a background stays the score before', { kind: 'nps', variable: 'turned' }, ['gender'], before, null],
    ['with a background is no mean before', { kind: 'mean', variable: 'turned' }, ['gender'], before, oneFigure],
    ['with a background is no rate', { kind: 'rate', variable: null }, ['gender'], closed, oneFigure],
    ['with a background is no share', share, ['gender'], closed, oneFigure],
    ['may be a number of answers with a background', null, ['gender'], closed, null],
    ['that is a share is of a closed period', share, [], closed, null],
    ['that is a share may be of a longer closed one', share, [], period('year', '2025-01-01'), null],
    ['that is a share is not of a running one', share, [], period('quarter', '2026-04-01'), shares],
    ['that is a share is not of periods of which the last runs', share, [], period('quarter', '2026-01-01', 2), shares],
    ['that is a share is not of all time', share, [], null, shares],
  ])('%s', (_case, law, backgrounds, of, words) => {
    const why = rowTerms(rules, of).refusal(law, backgrounds)
    expect(why && String(why)).toBe(words)
  })

  test('of a survey by months is of one month', () => {
    const monthly = { ...rules, base: 'month' } as const
    expect(String(rowTerms(monthly, null).refusal(mean, ['gender']))).toContain('one month')
    expect(rowTerms(monthly, period('month', '2026-03-01')).refusal(mean, ['gender'])).toBeNull()
  })

  test('of a named survey is shown whatever its period and kind', () => {
    expect(rowTerms({ ...rules, isAnonymous: false }, null).refusal(share, ['gender'])).toBeNull()
  })
})
