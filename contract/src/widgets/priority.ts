import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { driverBasis, driverBasisExample, effectRow } from './drivers.ts'

/** Questions by their score and their effect. */
export const priority = defineWidget({
  type: 'priority',
  title: 'Priority chart',
  description: 'Each question by its score and its effect, in four fields: prioritise, improve, keep, lower priority.',
  sizes: [6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    score: variableName.describe('Indicator whose drivers are looked for.'),
    questions: z
      .array(variableName)
      .optional()
      .describe('Questions to look at; those of the driver groups where missing.'),
    cut: z.enum(['mean', 'median', 'goal']).default('mean').describe('Where the lines between the fields are drawn.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: driverBasis.extend({
        scoreTitle: localText,
        points: z.array(
          effectRow.extend({
            score: z.number(),
            n: z.number().int(),
            field: z.enum(['prioritise', 'improve', 'keep', 'lower']),
          }),
        ),
        cutScore: z.number().nullable(),
        cutEffect: z.number().nullable(),
      }),
    },
  },
  example: {
    config: { id: 'prio', size: 12, score: 'csi' },
    responses: {
      data: {
        ...driverBasisExample,
        scoreTitle: 'CSI',
        points: [
          {
            variable: 'helpful',
            title: { en: 'Helpful staff' },
            effect: 0.27,
            low: 0.2,
            high: 0.34,
            score: 79,
            n: 310,
            field: 'improve',
          },
        ],
        cutScore: 75,
        cutEffect: 0.2,
      },
    },
  },
})
