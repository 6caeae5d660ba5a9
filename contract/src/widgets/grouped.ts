import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { groupedColumns } from '../entities/grouped-columns.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { groupedStates } from './example-states/grouped-states.ts'
import { inStates } from './example-states/in-states.ts'

/** The most groups in one answer; the others are left out, and their number is told. */
export const mostGroups = 1000

/** Indicators side by side for the values of a level or a question. */
export const grouped = defineWidget({
  type: 'grouped',
  title: 'Grouped columns',
  description: 'Columns of several indicators side by side for each unit of a level or each choice of a question.',
  sizes: [6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    variables: z
      .array(variableName)
      .min(1)
      .describe('Indicators or questions, a column each; those on another scale have a chart of their own.'),
    by: variableName.describe('A level of the view, or a question with choices.'),
  }),
  calls: { data: { params: noParams, response: groupedColumns } },
  example: {
    config: { id: 'grp', size: 6, variables: ['helpful', 'knowledge'], by: 'region' },
    responses: {
      data: {
        by: { en: 'Region' },
        groups: [
          { name: 'North', title: 'North', path: 'region=North' },
          { name: 'South', title: 'South', path: null },
        ],
        total: 2,
        charts: [
          {
            categories: ['North', 'South'],
            series: [
              { name: { en: 'Helpful staff' }, data: [8.2, 7.9], n: [120, 190] },
              { name: { en: 'Knowledge' }, data: [7.4, 7.8], n: [118, 187] },
            ],
            descriptors: [
              { title: { en: 'Helpful staff' }, variable: 'helpful', color: null },
              { title: { en: 'Knowledge' }, variable: 'knowledge', color: null },
            ],
            range: { from: 1, to: 10 },
            unit: null,
            decimals: 1,
          },
        ],
        summary: {
          name: { en: 'Helpful staff' },
          highest: { group: 'North', value: '8.2' },
          lowest: { group: 'South', value: '7.9' },
        },
        withheld: null,
      },
    },
    states: inStates((state) => ({ data: groupedStates[state] })),
  },
})
