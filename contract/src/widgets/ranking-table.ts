import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { rankingExample, rankingResponse } from '../entities/ranking.ts'
import { pageQuery } from '../paging.ts'
import { column } from './column.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { rankingStates } from './example-states/ranking-states.ts'

/** Units, or at the leaf responses, ranked by an indicator. */
export const rankingTable = defineWidget({
  type: 'ranking-table',
  title: 'Ranking table',
  description: 'The units below the place ranked by a column, and the single responses at the last level.',
  sizes: [8, 12],
  config: z.strictObject({
    ...componentBase,
    sortBy: variableName.optional().describe('Column sorted by at first; the first one where missing.'),
    sortDesc: z.boolean().default(true).describe('Largest value first.'),
    shrink: z
      .boolean()
      .default(false)
      .describe(
        'Draws the values that units are ranked by towards the mean of all, the more the fewer answers they are of, and says so.',
      ),
    columns: z.array(column).min(1, 'a ranking needs at least one column').max(100).describe('Columns of the units.'),
    leafColumns: z
      .array(column)
      .max(100)
      .default([])
      .describe(
        'Columns of the single responses. The comment and the score come first: an open question and the rating of the interview page.',
      ),
  }),
  calls: { data: { params: pageQuery, response: rankingResponse } },
  example: {
    config: {
      id: 'units',
      size: 12,
      sortBy: 'csi',
      columns: ['csi', { value: 'nps', align: 'right' }, { value: 'helpful', extra: true }],
      leafColumns: ['visited_on', { value: 'state', renderType: 'state' }],
    },
    responses: { data: rankingExample },
    states: inStates((state) => ({ data: rankingStates[state] })),
  },
})
