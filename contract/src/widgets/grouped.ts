import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { chartData } from '../entities/chart.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** Indicators side by side for the values of a level or a question. */
export const grouped = defineWidget({
  type: 'grouped',
  title: 'Grouped columns',
  description: 'Columns of several indicators side by side for each unit of a level or each choice of a question.',
  sizes: [6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    variables: z.array(variableName).min(1).describe('Indicators or questions, a column each.'),
    by: variableName.describe('A level of the view, or a question with choices.'),
  }),
  calls: { data: { params: noParams, response: chartData } },
  example: {
    config: { id: 'grp', size: 6, variables: ['helpful', 'knowledge'], by: 'region' },
    responses: {
      data: {
        categories: ['North', 'South'],
        series: [{ name: { en: 'Helpful staff' }, data: [8.2, 7.9], n: [120, 190] }],
        descriptors: [{ title: { en: 'Helpful staff' }, variable: 'helpful', color: null }],
      },
    },
  },
})
