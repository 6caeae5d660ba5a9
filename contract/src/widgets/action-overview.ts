import { z } from 'zod'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** How actions go below a place. */
export const actionOverview = defineWidget({
  type: 'action-overview',
  title: 'Action overview',
  description: 'How many actions are open, completed and failed in each unit below the place.',
  sizes: [4, 6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    rootOnly: z.boolean().default(false).describe('Shown to root users alone, and marked as such.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        rows: z.array(
          z.object({
            drillPath: z.string(),
            title: localText,
            nOpen: z.number().int(),
            nCompleted: z.number().int(),
            nFailed: z.number().int(),
          }),
        ),
      }),
    },
  },
  example: {
    config: { id: 'ao', size: 4, rootOnly: true },
    responses: {
      data: { rows: [{ drillPath: 'country=SE', title: 'Sweden', nOpen: 3, nCompleted: 5, nFailed: 1 }] },
    },
  },
})
