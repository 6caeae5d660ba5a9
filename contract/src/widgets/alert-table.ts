import { z } from 'zod'
import { alertsQuery } from '../alert-filters.ts'
import { variableName } from '../configuration/names.ts'
import { alertList } from '../entities/alerts.ts'
import { column } from './column.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { alertRows, alertStates } from './example-states/alert-states.ts'
import { inStates } from './example-states/in-states.ts'

/** Alerts below a place. */
export const alertTable = defineWidget({
  type: 'alert-table',
  title: 'Alert table',
  description: 'The alerts below the place with their state, owner and due time; a row opens the alert.',
  sizes: [8, 12],
  config: z.strictObject({
    ...componentBase,
    columns: z.array(column).min(1).describe('Columns of the alerts.'),
    sortBy: variableName.default('due').describe('Column sorted by at first.'),
    sortDesc: z.boolean().default(false).describe('Largest value first.'),
  }),
  calls: { data: { params: alertsQuery, response: alertList } },
  example: {
    config: { id: 'alerts', size: 12, columns: ['store', 'customer', 'state', 'due'] },
    responses: { data: alertRows },
    states: inStates((state) => ({ data: alertStates[state] })),
  },
})
