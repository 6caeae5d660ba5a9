import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { globalValuesExample, globalValuesTable as table } from '../entities/data-tables.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** The same figures of several surveys. */
export const globalValuesTable = defineWidget({
  type: 'global-values-table',
  title: 'Global values table',
  description: 'The same indicators of every survey a user may open, a row as each is counted.',
  sizes: [8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    indicators: z.array(variableName).min(1).describe('Indicators the surveys have in common.'),
  }),
  calls: { data: { params: noParams, response: table } },
  example: {
    config: { id: 'gv', size: 12, indicators: ['csi', 'nps'] },
    responses: { data: globalValuesExample },
  },
})
