import { z } from 'zod'
import { actionManagerData, actionManagerExample } from '../entities/actions.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { actionStates } from './example-states/action-states.ts'
import { inStates } from './example-states/in-states.ts'

/** All actions of a place. */
export const actionManager = defineWidget({
  type: 'action-manager',
  title: 'Action manager',
  description:
    'Open, closed and suggested actions of the place, to be made, edited and followed up; closed ones with their effect.',
  sizes: [6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    anchorable: z.boolean().default(false).describe("Actions can be made and edited where the user's role allows it."),
  }),
  calls: { data: { params: noParams, response: actionManagerData } },
  example: {
    config: { id: 'am', size: 8, anchorable: true },
    responses: { data: actionManagerExample },
    states: inStates((state) => ({ data: actionStates[state] })),
  },
})
