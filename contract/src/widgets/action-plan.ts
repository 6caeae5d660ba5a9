import { z } from 'zod'
import { actionManagerData, actionManagerExample } from '../entities/actions.ts'
import { indicatorExample, indicatorVariable } from '../entities/indicator.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { actionStates } from './example-states/action-states.ts'
import { inStates } from './example-states/in-states.ts'
import { indicatorStates } from './example-states/indicator-states.ts'
import { variableEntry } from './variable-entry.ts'

/** What is being done at a place, in short. */
export const actionPlan = defineWidget({
  type: 'action-plan',
  title: 'Action plan',
  description: 'Short lists of open and suggested actions beside tiles that lead to what needs attention.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    anchorable: z.boolean().default(false).describe("Actions can be made and edited where the user's role allows it."),
    variables: z.array(variableEntry).default([]).describe('Tiles beside the lists.'),
    fallback: localText.optional().describe('Shown when there is neither a list nor an older plan.'),
  }),
  calls: {
    data: { params: noParams, response: actionManagerData.extend({ variables: z.array(indicatorVariable) }) },
  },
  example: {
    config: {
      id: 'plan',
      size: 4,
      anchorable: true,
      variables: ['csi', 'open_alerts'],
      fallback: { en: 'No plan yet' },
    },
    responses: { data: { ...actionManagerExample, variables: [indicatorExample] } },
    states: inStates((state) => ({ data: { ...actionStates[state], variables: [indicatorStates[state]] } })),
  },
})
