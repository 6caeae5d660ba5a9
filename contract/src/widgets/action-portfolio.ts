import { z } from 'zod'
import { actionEffectExample, effectVerdicts } from '../entities/actions.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longTitle } from './example-states/words.ts'

const row = z.object({
  /** Extname of the actionable item. */
  extname: z.string(),
  title: localText,
  /** What was done; null for actions without a kind. */
  kind: z.string().nullable(),
  kindTitle: localText.nullable(),
  nOpen: z.number().int(),
  nCompleted: z.number().int(),
  nFailed: z.number().int(),
  /** Closed actions with enough answers to say what they changed. */
  nMeasured: z.number().int(),
  verdict: z.enum(effectVerdicts),
  /** Mean effect of the measured ones with its 95 % interval, in the figure's unit; null without any. */
  difference: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  formattedDifference: z.string().nullable(),
  formattedInterval: z.string().nullable(),
  text: localText,
})

const training: z.infer<typeof row> = {
  extname: 'helpful',
  title: { en: 'Helpful staff' },
  kind: 'training',
  kindTitle: { en: 'Training' },
  nOpen: 4,
  nCompleted: 11,
  nFailed: 3,
  nMeasured: 12,
  verdict: 'helped',
  difference: actionEffectExample.difference,
  low: actionEffectExample.low,
  high: actionEffectExample.high,
  formattedDifference: actionEffectExample.formattedDifference,
  formattedInterval: actionEffectExample.formattedInterval,
  text: { en: '12 actions moved it by 0.6 more than comparable units (+0.2 to +1.0)' },
}

const few: z.infer<typeof row> = {
  ...training,
  kind: null,
  kindTitle: null,
  nMeasured: 0,
  verdict: 'few',
  difference: null,
  low: null,
  high: null,
  formattedDifference: null,
  formattedInterval: null,
  text: { en: 'Too few answers to say' },
}

/** Which kinds of action helped. */
export const actionPortfolio = defineWidget({
  type: 'action-portfolio',
  title: 'Action portfolio',
  description:
    'Which kinds of action helped: for each item and kind the actions of the place and all below it, and how much they ' +
    'changed the figure beside comparable units without such an action.',
  sizes: [8, 12],
  config: z.strictObject({ ...componentBase }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        /** Those that helped most first. */
        rows: z.array(row),
        /** Why nothing is shown; null where it is. */
        withheld: localText.nullable(),
      }),
    },
  },
  example: {
    config: { id: 'portfolio', size: 12 },
    responses: { data: { rows: [training, few], withheld: null } },
    states: inStates((state) => ({
      data: {
        rows: {
          empty: [],
          withheld: [],
          few: [few],
          long: [{ ...training, title: longTitle, kindTitle: longTitle, nOpen: 12_345, nCompleted: 98_765 }],
        }[state],
        withheld: state === 'withheld' ? { en: 'This survey is anonymous: effects are not shown.' } : null,
      },
    })),
  },
})
