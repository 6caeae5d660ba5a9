import { z } from 'zod'
import { extName, variableName } from '../configuration/names.ts'
import { whatChangedData, whatChangedExample } from '../entities/what-changed.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { changedStates } from './example-states/changed-states.ts'
import { trendKind } from './trend-kind.ts'

/** The units below a place that changed most, by more than chance, and those that miss the goal. */
export const whatChanged = defineWidget({
  type: 'what-changed',
  title: 'What changed, where',
  description:
    'The units below the place that an indicator changed most in, by more than chance, and those that miss its goal.',
  sizes: [6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    indicator: variableName.describe('The indicator or question whose changes are told.'),
    level: extName
      .optional()
      .describe('Level of the units; the next one below the place where it is missing, or not below it.'),
    trend: trendKind
      .default('previous')
      .describe('What the values are compared with: the period before, or the same days a year earlier.'),
    most: z.number().int().min(1).max(20).default(5).describe('Units in each list.'),
  }),
  calls: { data: { params: noParams, response: whatChangedData } },
  example: {
    config: { id: 'changed', size: 12, indicator: 'csi', level: 'store' },
    responses: { data: whatChangedExample },
    states: inStates((state) => ({ data: changedStates[state] })),
  },
})
