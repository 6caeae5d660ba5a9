import { z } from 'zod'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longNames } from './example-states/words.ts'

const row = z.object({
  drillPath: z.string(),
  title: localText,
  /** Of the unit and all below it. */
  nOpen: z.number().int(),
  nCompleted: z.number().int(),
  nFailed: z.number().int(),
  /** Open ones past their deadline, not evaluated yet. */
  nDue: z.number().int(),
})

const sweden: z.infer<typeof row> = {
  drillPath: 'country=SE',
  title: { en: 'Sweden' },
  nOpen: 3,
  nCompleted: 5,
  nFailed: 1,
  nDue: 1,
}

/** How actions go below a place. */
export const actionOverview = defineWidget({
  type: 'action-overview',
  title: 'Action overview',
  description: 'How many actions are open, completed and failed in each unit below the place.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    rootOnly: z.boolean().default(false).describe('Shown to root users alone, and marked as such.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        /** Of the units right below the place that the caller may open; of the place itself on the lowest level. */
        rows: z.array(row),
        /** Whether the caller may start an evaluation here; a manager of actions on the same page offers it itself. */
        canEvaluate: z.boolean(),
      }),
    },
  },
  example: {
    config: { id: 'ao', size: 4, rootOnly: true },
    responses: { data: { rows: [sweden], canEvaluate: true } },
    states: inStates((state) => ({
      data: {
        rows: {
          empty: [],
          withheld: [],
          few: [{ ...sweden, nOpen: 0, nCompleted: 0, nFailed: 0, nDue: 0 }],
          long: longNames.map((title, at) => ({
            ...sweden,
            drillPath: `country=${at}`,
            title,
            nOpen: 12_204,
            nCompleted: 104_000,
            nFailed: 9876,
          })),
        }[state],
        canEvaluate: state !== 'withheld',
      },
    })),
  },
})
