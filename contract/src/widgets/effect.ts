import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { driverBasis, driverBasisExample, effectRow } from './drivers.ts'

/** Effects of questions on a score. */
export const effect = defineWidget({
  type: 'effect',
  title: 'Effect chart',
  description: 'Bars of how many points the score moves per point of each question.',
  sizes: [4, 6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    score: variableName.describe('Indicator whose drivers are looked for.'),
    questions: z
      .array(variableName)
      .optional()
      .describe('Questions to look at; those of the driver groups where missing.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: driverBasis.extend({ scoreTitle: localText, rows: z.array(effectRow) }),
    },
  },
  example: {
    config: { id: 'eff', size: 12, score: 'csi' },
    responses: {
      data: {
        ...driverBasisExample,
        scoreTitle: 'CSI',
        rows: [{ variable: 'helpful', title: { en: 'Helpful staff' }, effect: 0.27, low: 0.2, high: 0.34 }],
      },
    },
  },
})
