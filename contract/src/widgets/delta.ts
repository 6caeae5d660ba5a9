import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { indicatorExample, indicatorVariable } from '../entities/indicator.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { indicatorStates } from './example-states/indicator-states.ts'
import { trendKind } from './trend-kind.ts'

const changed = indicatorVariable.extend({
  /** The change as shown, in the value's unit; null where none is told. */
  diff: z.number().nullable(),
  /** The value before; null where there is none, or it is withheld. */
  valueTrend: z.number().nullable(),
})

const example: z.infer<typeof changed> = { ...indicatorExample, diff: 1, valueTrend: 72.8 }

/** A change for the worse, and one that may be chance. */
const others: z.infer<typeof changed>[] = [
  {
    ...example,
    ...{ name: 'wait', title: { en: 'Waiting time' }, inverse: true, unit: 'min', minValue: null, maxValue: null },
    ...{ value: 7.4, formattedValue: '7.4 min', formattedGoal: null, goalValue: null, goalStatus: null, decimals: 1 },
    ...{ valueTrend: 6.5, formattedBase: '6.5 min', diff: 0.9, formattedDiff: '+0.9', diffArrow: 1 },
    chance: { low: 0.4, high: 1.4, isMore: true },
  },
  {
    ...example,
    ...{ name: 'nps', title: { en: 'NPS' }, minValue: -100, value: 31, formattedValue: '31' },
    ...{ valueTrend: 33, formattedBase: '33', diff: -2, formattedDiff: '−2', diffArrow: 2 },
    chance: { low: -6.1, high: 2.1, isMore: false },
  },
]

const none = { diff: null, diffArrow: 0, formattedDiff: null, chance: null } as const

/** How indicators changed. */
export const delta = defineWidget({
  type: 'delta',
  title: 'Change chart',
  description: 'Bars of how much indicators changed since the period before, marked where the change is significant.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    variables: z.array(variableName).min(1).max(50).describe('Indicators or questions, a bar each.'),
    trend: trendKind
      .default('previous')
      .describe('What the values are compared with: the period before, or the same days a year earlier.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        selectionTime: localText,
        /** Null where there is no period to compare with. */
        trendTime: localText.nullable(),
        rows: z.array(changed),
      }),
    },
  },
  example: {
    config: { id: 'dlt', size: 6, variables: ['csi', 'wait', 'nps'], trend: 'previous' },
    responses: {
      data: {
        selectionTime: { en: 'January to March 2026' },
        trendTime: { en: 'October to December 2025' },
        rows: [example, ...others],
      },
    },
    states: inStates((state) => ({
      data: {
        selectionTime: { en: 'January to March 2026' },
        trendTime: state === 'empty' ? null : { en: 'October to December 2025' },
        rows: [example, ...others].map((row) => ({
          ...row,
          ...{
            empty: { ...none, valueTrend: null, formattedBase: null, against: null },
            withheld: { ...indicatorStates.withheld, ...none, valueTrend: null },
            few: {
              ...indicatorStates.few,
              ...none,
              formattedBase: '73',
              baseWithheld: { en: 'No change is told between fewer than 30 answers.' },
            },
            long: { ...indicatorStates.long, diff: 1234.5, valueTrend: 11_111.1, unit: 'kWh' },
          }[state],
          ...(state !== 'long' && { name: row.name, title: row.title }),
        })),
      },
    })),
  },
})
