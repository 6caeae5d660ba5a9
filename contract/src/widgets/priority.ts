import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { driverBasis, driverBasisExample, priorityPoint, priorityPointsExample } from './drivers.ts'
import { basisIn, cutsIn, pointsIn } from './example-states/driver-states.ts'
import { inStates } from './example-states/in-states.ts'

/** Questions by their score and their effect. */
export const priority = defineWidget({
  type: 'priority',
  title: 'Priority chart',
  description: 'Each question by its score and its effect, in four fields: prioritise, improve, keep, lower priority.',
  sizes: [6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    score: variableName.describe('Indicator whose drivers are looked for.'),
    questions: z
      .array(variableName)
      .min(1, 'name at least one question, or leave it out')
      .optional()
      .describe('Questions and indicators to look at; those of the driver groups where missing.'),
    cut: z.enum(['mean', 'median', 'goal']).default('mean').describe('Where the lines between the fields are drawn.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: driverBasis.extend({
        points: z.array(priorityPoint),
        cutScore: z.number().nullable().describe('Where the line between low and high scores is; null without one.'),
        cutEffect: z.number().nullable(),
        decimals: z.number().int().describe('Decimals of scores.'),
        unit: z
          .string()
          .nullable()
          .describe('What scores are in; null for none, and for shares of scales that differ.'),
      }),
    },
  },
  example: {
    config: { id: 'prio', size: 12, score: 'csi' },
    responses: {
      data: {
        ...driverBasisExample,
        points: priorityPointsExample,
        cutScore: 7.9,
        cutEffect: 1.6,
        decimals: 1,
        unit: null,
      },
    },
    states: inStates((state) => ({
      data: { ...basisIn(state), points: pointsIn(state), ...cutsIn(state), decimals: 1, unit: null },
    })),
  },
})
