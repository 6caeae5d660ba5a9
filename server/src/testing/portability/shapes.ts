import type { Condition, ConditionKind } from '@gensvar/contract/conditions'
import { countedMessages, sharedMessages } from '@gensvar/contract/expression'
import type { Aggregate } from '@gensvar/contract/expression'
import type { Rule } from '@gensvar/contract/row-rule'
import type { GroupBy } from '#server/domain/figures/rows/grouping.ts'
import type { TestRow, TestSurvey } from '../survey-data.ts'

// Everything figures can be asked for, by kind; a missing kind is a type error.

const texts = ['Bra service', 'ÅTERKOMMER GÄRNA', 'återkommer', 'Hyvää työtä', "it's 100 %", 'back\\slash', '']

/** Responses with blanks everywhere, values that are their scale's ends, fractions, ties, and days around a new year. */
const rows: TestRow[] = Array.from({ length: 280 }, (_, index) => {
  const answers: TestRow['answers'] = {}
  const pick = <T>(list: readonly T[], step: number): T => list[(index * step) % list.length] as T
  const set = (name: string, value: number | string | string[] | null): void => {
    if (value !== null && value !== '') answers[name] = value
  }
  set('country', pick(['SE', 'NO', 'FI', null], 3))
  set('store', pick(['s1', 's2', 'none', null, 's3'], 7))
  set('rating', pick([10, 10, 9, 7, 10, 0, null, 6, 10], 1))
  set('five', pick([1, 2, 3, 4, 5, null], 5))
  set('steps', pick([-1, 0, 1, null], 3))
  set('wait', pick([0.1, 0.2, 0.2, 0.3, null, 17.25, -4.5, 1e9, 1e-9], 2))
  set('likes', pick([['staff'], ['staff', 'price'], null, ['range', 'price', 'staff']], 5))
  set('member', pick(['2024-02-29', '2023-12-31', null, '2024-12-31'], 3))
  set('comment', pick(texts, 2))
  const date = new Date(Date.UTC(2024, 10, 20 + (index % 75))).toISOString().slice(0, 10)
  return { date, answers, state: pick([0, 0, 0, 2, 0, 1, 3, 0, 4], 1) }
})

/** A few categories of comments; one is in another. */
const taxonomy = 'taxonomy: { staff: { children: { manner: {} } }, waiting: {}, price: {} }'

/** A survey with a question of every type, two views, and answers that engines might not treat alike. */
export const shapedSurvey: TestSurvey = {
  config: `
interview: { open: [comment] }
${taxonomy}
`,
  questions: {
    country: { type: 'single', choices: ['SE', 'NO', 'FI', 'DK'] },
    store: { type: 'single', choices: ['s1', 's2', 's3', 'none'] },
    rating: { type: 'scale', min: 0, max: 10 },
    five: { type: 'scale', min: 1, max: 5 },
    steps: { type: 'scale', min: -1, max: 1 },
    unasked: { type: 'scale', min: 1, max: 5 },
    wait: { type: 'numeric' },
    likes: { type: 'multiple', choices: ['staff', 'price', 'range', 'parking'] },
    unchosen: { type: 'multiple', choices: [] },
    member: { type: 'date' },
    comment: { type: 'text' },
  },
  views: { organisation: ['country', 'store'], stores: ['store'] },
  rows,
}

/** The same survey without responses, whose comments are sorted into the many categories that surveys have of themselves. */
export const emptySurvey: TestSurvey = { ...shapedSurvey, config: 'interview: { open: [comment] }', rows: [] }

/** Configuration of the same survey with weights that are no round numbers. */
export const weightedConfig = `
interview: { open: [comment] }
${taxonomy}
weights: { shares: { country: { SE: 50, NO: 30, FI: 20, DK: 0 } }, limits: { least: 0.01, most: 100 } }
`

/** Indicators for every function of the language. */
export const expressions: Readonly<Record<Aggregate['name'], readonly string[]>> = {
  mean: ['mean(rating)', 'mean(five)', 'mean(steps)', 'mean(wait)', 'mean(unasked)', '100 - mean(wait) / 60 * -2'],
  index: ['index(rating)', 'index(steps)', 'index(unasked)'],
  csi: ['csi(rating)', 'csi(rating, five, steps)', 'csi(five, unasked)', 'csi(rating, five, unasked)'],
  nps: ['nps(rating)', 'nps(five)', 'nps(unasked)'],
  topbox: ['topbox(rating, 2)', 'topbox(steps, 1)', 'topbox(unasked, 1)'],
  bottombox: ['bottombox(rating, 3)', 'bottombox(five, 5)'],
  share: [
    'share(country, SE, NO)',
    'share(likes, staff)',
    'share(wait, 0.2)',
    'share(five, 4, 5)',
    'share(store, gone)',
    'share(sentiment:comment, negative)',
    'share(positive:comment, "staff/manner")',
  ],
  median: ['median(wait)', 'median(rating)', 'median(five)', 'median(unasked)'],
  sum: ['sum(wait)', 'sum(rating)', 'sum(unasked)'],
  sentiment: ['sentiment(comment)'],
  count: ['count()', 'count() / (count() - count())'],
  samples: ['samples()', 'samples(2)', 'samples(4)'],
  responserate: ['responserate()'],
  alerts: ['alerts(open)', 'alerts(processing)', 'alerts(closed)', 'alerts(any)', 'alerts(reopened)'],
  alerttime: ['alerttime(first)', 'alerttime(close)'],
  alertshare: ['alertshare(due)', 'alertshare(reopened)'],
  alertreason: ['alertreason(cause, 1)', 'alertreason(cause, 3)', 'alertreason(none, 1)'],
  messages: countedMessages.map((of) => `messages(${of})`),
  messageshare: [...sharedMessages.map((of) => `messageshare(${of})`), 'messages(sent) - messages(bounced)'],
}

/** Rules for `where`, by what they are made of. */
export const rules: Readonly<Record<Rule['kind'], readonly string[]>> = {
  compare: [
    'rating >= 9',
    'wait != 0.2',
    'wait < -1',
    'five = many',
    'country = SE',
    'country != SE',
    'likes = staff',
    'likes != staff',
    'comment = "it\'s 100 %"',
    'comment != återkommer',
    'member >= 2024-02-29',
    'member != 2024-12-31',
    'date < 2025-01-01',
    'date = 2024-12-31',
  ],
  in: ['country in (SE, FI)', 'rating in (9, 10)', 'likes in (range, parking)', 'country in (gone)'],
  answered: ['answered(wait)', 'answered(likes)', 'answered(unchosen)', 'answered(comment)', 'answered(unasked)'],
  and: ['rating >= 9 and country = SE and not answered(wait)'],
  or: ['rating <= 6 or likes = price or comment = återkommer'],
  not: ['not (country = SE)', 'not answered(store)', 'not (wait > 0.1 or five = 3)'],
}

/** The move of a unit on a date: the responses of the one lie with the other. */
export const movedUnit = { from: ['SE', 's1'], to: ['NO', 's1'], since: '2025-01-01' } as const

/** A day when it has moved. */
const movedBy = '2025-06-01'

/** A condition of every kind. `campaign` is the id of one with recipients. */
export function conditionsOf(campaign: number): Readonly<Record<ConditionKind, readonly Condition[]>> {
  const sweden: Condition = { kind: 'unit', view: 'organisation', depth: 1, path: ['SE'] }
  const staff = choice('likes', { include: ['staff'] })
  const sent = { kind: 'campaign', campaign, state: 'any', opened: 'any', clicked: 'any' } as const
  return {
    choice: [
      choice('country', { include: ['SE', 'none'] }),
      choice('country', { exclude: ['SE'] }),
      choice('store', { contains: ['S'], excludeContains: ['3'] }),
      choice('likes', { include: ['none'] }),
      choice('likes', { include: ['price'], exclude: ['range'] }),
      choice('unchosen', { exclude: ['none'] }),
      choice('five', { include: ['4', '5', 'none'] }),
      choice('wait', { exclude: ['0.2'] }),
      choice('member', { include: ['2024-02-29'] }),
      choice('comment', { include: ["it's 100 %"] }),
      choice('comment', { contains: ['ÅTER', '\\'], excludeContains: ['hyvÄÄ'] }),
      choice('comment', { include: ['none'] }),
      choice('sentiment:comment', { include: ['positive', 'none'] }),
      choice('category:comment', { include: ['staff'], exclude: ['staff/manner'] }),
      choice('negative:comment', { include: ['waiting', 'none'] }),
      choice('country', { include: ['NO'], asOf: movedBy }),
    ],
    range: [
      { kind: 'range', variable: 'rating', from: 7, to: 9 },
      { kind: 'range', variable: 'wait', from: 0.2, to: null },
      { kind: 'range', variable: 'wait', from: null, to: 1e-9 },
      { kind: 'range', variable: 'unasked', from: null, to: null },
    ],
    dates: [
      { kind: 'dates', variable: 'date', from: '2024-12-30', to: '2025-01-06' },
      { kind: 'dates', variable: 'date', from: '1960-01-01', to: null },
      { kind: 'dates', variable: 'member', from: null, to: '2024-02-29' },
    ],
    monthDay: [
      { kind: 'monthDay', variable: 'date', month: 12, day: 31 },
      { kind: 'monthDay', variable: 'member', month: 2, day: 29 },
    ],
    campaign: [
      sent,
      { ...sent, state: 'delivered', opened: 'yes' },
      { ...sent, state: 'pending', clicked: 'no' },
      { ...sent, state: 'failed' },
      { ...sent, state: 'unsub' },
    ],
    sampleState: [
      { kind: 'sampleState', states: [0, 2] },
      { kind: 'sampleState', states: [] },
    ],
    unit: [
      sweden,
      { kind: 'unit', view: 'organisation', depth: 2, path: ['NO', '-'] },
      { kind: 'unit', view: 'stores', depth: 1, path: ['s2'] },
      { kind: 'unit', view: 'stores', depth: 1, path: ['gone'] },
      { ...sweden, asOf: movedBy },
      { kind: 'unit', view: 'organisation', depth: 1, path: ['NO'], asOf: movedBy },
    ],
    units: [{ kind: 'units', asOf: movedBy }],
    any: [
      { kind: 'any', of: [sweden, staff] },
      { kind: 'any', of: [] },
    ],
    not: [
      { kind: 'not', of: { kind: 'any', of: [sweden, staff] } },
      { kind: 'not', of: { ...sent, state: 'delivered' } },
    ],
  }
}

type KindOf<G> = G extends string ? G : keyof G

/** Groupings of every kind, by every type of question that can be grouped by. */
export const groupings: Readonly<Record<KindOf<GroupBy>, readonly GroupBy[]>> = {
  none: ['none'],
  level: [
    { level: { view: 'organisation', depth: 1 } },
    { level: { view: 'organisation', depth: 2 } },
    { level: { view: 'stores', depth: 1 } },
  ],
  question: [
    ...['country', 'rating', 'steps', 'unasked', 'wait', 'likes', 'unchosen', 'member'],
    ...['sentiment:comment', 'category:comment', 'negative:comment'],
  ].map((question) => ({ question })),
  period: [
    ...(['days', 'weeks', 'months', 'quarters', 'years'] as const).map((period) => ({ period })),
    { period: { starts: ['02-01', '08-15'] } },
  ],
}

type ChoiceCondition = Extract<Condition, { kind: 'choice' }>

function choice(variable: string, lists: Partial<Omit<ChoiceCondition, 'kind' | 'variable'>>): Condition {
  return { kind: 'choice', variable, include: [], exclude: [], contains: [], excludeContains: [], ...lists }
}
