import { z } from 'zod'
import { indicatorExample, indicatorVariable } from '../entities/indicator.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { indicatorStates } from './example-states/indicator-states.ts'
import { variableEntry } from './variable-entry.ts'

/** Tiles that lead somewhere. */
export const variableActionBlock = defineWidget({
  type: 'variable-action-block',
  title: 'Variable action block',
  description: 'Tiles whose click leads on: to a page, the alerts, a ranking or the samples of a state.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    variables: z.array(variableEntry).min(1).describe('The tiles from left to right.'),
  }),
  calls: { data: { params: noParams, response: z.object({ variables: z.array(indicatorVariable) }) } },
  example: {
    config: { id: 'va', size: 12, variables: ['csi', 'position'] },
    responses: { data: { variables: [{ ...indicatorExample, type: 'rank_csi' }] } },
    states: inStates((state) => ({ data: { variables: [{ ...indicatorStates[state], type: 'responserate' }] } })),
  },
})
