import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { chartData } from '../entities/chart.ts'
import { indicatorExample, indicatorVariable } from '../entities/indicator.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { chartStates } from './example-states/chart-states.ts'
import { inStates } from './example-states/in-states.ts'
import { indicatorStates } from './example-states/indicator-states.ts'
import { longNames, withheldReason } from './example-states/words.ts'

/** Bases that indicators can stand beside. */
export const benchmarkBases = ['universe', 'parent', 'siblings', 'pool'] as const

/** How the other organisations of a pool are spread. All numbers are in the value's unit, texts in the reader's language. */
const poolSpread = z.object({
  median: z.number().nullable(),
  /** Lower and upper quartile. */
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  formattedMedian: z.string().nullable(),
  formattedLower: z.string().nullable(),
  formattedUpper: z.string().nullable(),
  /** So many organisations, in words. */
  organisations: localText,
  /** The days of the answers, in words. */
  period: localText,
  /** Why there are no median and quartiles; null where there are. */
  withheld: localText.nullable(),
})

/** An indicator whose change is its distance from the base. */
const compared = indicatorVariable.extend({
  /** The base, in the value's unit; null where there is none, or it is withheld. */
  base: z.number().nullable(),
  /** Of a pool: how its organisations are spread around the base; null for any other base, and where it is withheld. */
  pool: poolSpread.nullable(),
})

const against = { kind: 'place', name: { en: 'The whole organisation' } } as const

const example: z.infer<typeof compared> = { ...indicatorExample, nodeName: 'North', against, base: 72.8, pool: null }

/** An indicator below its base, by no more than chance. */
const other: z.infer<typeof compared> = {
  ...example,
  ...{ name: 'nps', title: { en: 'NPS' }, minValue: -100, value: 31, formattedValue: '31', low: 26.2, high: 35.8 },
  ...{ base: 33, formattedBase: '33', formattedDiff: '−2', diffArrow: 2 },
  ...{ chance: { low: -6.1, high: 2.1, isMore: false }, goalValue: null, formattedGoal: null, goalStatus: null },
}

const years = {
  categories: ['2024-01-01', '2025-01-01', '2026-01-01'],
  series: [
    { name: { en: 'North' }, data: [71.5, 73.0, 74.2], n: [1020, 1133, 1204], lowBase: 30 },
    { name: against.name, data: [72.1, 72.4, 72.8] },
  ],
  descriptors: [
    { title: { en: 'North' }, variable: 'csi', color: null },
    { title: against.name, variable: 'base', color: null },
  ],
  withheld: null,
}

const none = { formattedDiff: null, diffArrow: 0, chance: null, base: null, formattedBase: null } as const

/** Indicators beside those of a larger group. */
export const benchmark = defineWidget({
  type: 'benchmark',
  title: 'Benchmark',
  description:
    'Bars of indicators beside a base: the whole organisation, the unit above, the units beside it, or other organisations of a pool.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    variables: z.array(variableName).min(1).max(50).describe('Indicators or questions, a pair of bars each.'),
    against: z.enum(benchmarkBases).default('universe').describe('What the bars are compared with.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        /** The base in words. */
        baseTitle: localText,
        /** Why there is no base; null where there is one, or where the rows say it. */
        withheld: localText.nullable(),
        rows: z.array(compared),
      }),
    },
    /** The plain chart: years are the only periods it has. None beside a pool, whose figures are of one period. */
    chart: {
      params: z.object({ period: z.literal('years') }),
      response: z.object({ charts: z.array(z.object({ title: localText, chart: chartData })) }),
    },
  },
  example: {
    config: { id: 'bench', size: 6, variables: ['csi', 'nps'], against: 'universe' },
    responses: {
      data: { baseTitle: against.name, withheld: null, rows: [example, other] },
      chart: { charts: [{ title: indicatorExample.title, chart: years }] },
    },
    states: inStates((state) => ({
      data: {
        baseTitle: state === 'long' ? longNames[1] : against.name,
        withheld: state === 'withheld' ? withheldReason : null,
        rows: [example, other].map((row) => ({
          ...row,
          ...{
            empty: { ...indicatorStates.empty, ...none },
            withheld: { ...none, against: null, baseWithheld: withheldReason },
            few: { ...indicatorStates.few, ...none, base: 72.8, formattedBase: '73', against },
            long: { ...indicatorStates.long, base: 11_111.1, unit: 'kWh', minValue: null, maxValue: null },
          }[state],
          ...(state !== 'long' && { name: row.name, title: row.title }),
        })),
      },
      chart: { charts: [{ title: indicatorStates[state].title, chart: chartStates[state] }] },
    })),
  },
})
