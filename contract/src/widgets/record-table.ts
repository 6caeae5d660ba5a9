import { z } from 'zod'
import { extName, variableName } from '../configuration/names.ts'
import { recordTable as table, recordTableExample } from '../entities/data-tables.ts'
import { componentBase, defineWidget } from './define-widget.ts'

/** Records of the responses below a place. */
export const recordTable = defineWidget({
  type: 'record-table',
  title: 'Record table',
  description: 'The records that belong to the responses below the place, sorted as chosen, with a download.',
  sizes: [6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    recordset: extName.describe('Name of the records in a response.'),
    sortBy: variableName.optional().describe('Column sorted by at first.'),
    sortDesc: z.boolean().default(false).describe('Largest value first.'),
  }),
  calls: {
    data: {
      params: z.object({ sortBy: z.string().max(200).optional(), sortDesc: z.stringbool().optional() }),
      response: table,
    },
  },
  example: {
    config: { id: 'contacts', size: 12, recordset: 'contacts', sortBy: 'date', sortDesc: true },
    responses: { data: recordTableExample },
  },
})
