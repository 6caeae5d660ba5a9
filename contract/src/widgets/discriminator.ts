import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { nestedComponent } from './component.ts'
import { componentBase, defineWidget } from './define-widget.ts'

/** Different components for different roles and views. */
export const discriminator = defineWidget({
  type: 'discriminator',
  title: 'Discriminator',
  description: 'Shows the branch that fits best: a role or view named by a branch must match, and counts double.',
  sizes: [2, 4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    branches: z
      .array(
        z.strictObject({
          roles: z.array(z.string().min(1)).default([]).describe('Names of roles; none fits every role.'),
          views: z.array(variableName).default([]).describe('Names of views; none fits every view.'),
          components: z.array(nestedComponent).default([]).describe('What the branch shows.'),
        }),
      )
      .min(1, 'a discriminator needs at least one branch')
      .describe('The alternatives; the first wins a tie.'),
  }),
  calls: {},
  example: {
    config: {
      id: 'side',
      size: 4,
      branches: [
        {
          roles: ['store-manager'],
          views: ['organisation'],
          components: [{ type: 'results-block', config: { id: 'mine' } }],
        },
        { components: [] },
      ],
    },
    responses: {},
  },
})
