import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { effectsAnswer, effectsExample } from './drivers.ts'
import { effectsAnswerIn } from './example-states/driver-states.ts'
import { inStates } from './example-states/in-states.ts'

/** Effects of questions on a score. */
export const effect = defineWidget({
  type: 'effect',
  title: 'Effect chart',
  description: 'Bars of how many points the score moves per point of each question, the largest first, with intervals.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    score: variableName.describe('Indicator whose drivers are looked for.'),
    questions: z
      .array(variableName)
      .min(1, 'name at least one question, or leave it out')
      .optional()
      .describe('Questions and indicators to look at; those of the driver groups where missing.'),
  }),
  calls: { data: { params: noParams, response: effectsAnswer } },
  example: {
    config: { id: 'eff', size: 12, score: 'csi' },
    responses: { data: effectsExample },
    states: inStates((state) => ({ data: effectsAnswerIn(state) })),
  },
})
