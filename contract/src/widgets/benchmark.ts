import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { indicatorExample, indicatorVariable } from '../entities/indicator.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** Indicators beside those of a larger group. */
export const benchmark = defineWidget({
  type: 'benchmark',
  title: 'Benchmark',
  description: 'Bars of indicators beside a base: the universe, the unit above, the siblings or other universes.',
  sizes: [4, 6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    variables: z.array(variableName).min(1).describe('Indicators or questions, a pair of bars each.'),
    against: z
      .enum(['universe', 'parent', 'siblings', 'pool'])
      .default('universe')
      .describe('The group the bars are compared with; `pool` is other universes.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        baseTitle: localText,
        bars: z.array(
          z.object({ variable: indicatorVariable, base: z.number().nullable(), formattedBase: z.string().nullable() }),
        ),
      }),
    },
  },
  example: {
    config: { id: 'bench', size: 6, variables: ['csi', 'nps'], against: 'universe' },
    responses: {
      data: {
        baseTitle: { en: 'All stores' },
        bars: [{ variable: indicatorExample, base: 72.8, formattedBase: '73' }],
      },
    },
  },
})
