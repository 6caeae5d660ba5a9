import { z } from 'zod'
import { extName, variableName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'
import { recordTable as table, recordTableExample } from '../entities/data-tables.ts'
import { pageQuery } from '../paging.ts'
import { nameParam } from '../request-texts.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longNames, longTitle, withheldReason } from './example-states/words.ts'

const align = z.enum(['left', 'center', 'right'])

const [header] = recordTableExample.headers

/** Records of the responses below a place. */
export const recordTable = defineWidget({
  type: 'record-table',
  title: 'Record table',
  description: 'The records that belong to the responses below the place, sorted as chosen, with a download.',
  sizes: [6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    recordset: extName.describe('Name of the records in a response.'),
    columns: z
      .array(
        z.strictObject({
          value: variableName.describe('Name of the column in the records.'),
          text: localText.optional().describe('Heading of the column; by default its name.'),
          align: align.default('left').describe('Where the text stands in its cell.'),
        }),
      )
      .min(1)
      .max(100)
      .optional()
      .describe('Columns of the records, from left to right; by default those the records have.'),
    sortBy: variableName.optional().describe('Column sorted by at first.'),
    sortDesc: z.boolean().default(false).describe('Largest value first.'),
  }),
  calls: {
    data: {
      params: pageQuery.omit({ sortVar: true }).extend({ sortBy: nameParam.optional() }),
      response: table,
    },
  },
  example: {
    config: { id: 'contacts', size: 12, recordset: 'contacts', sortBy: 'date', sortDesc: true },
    responses: { data: recordTableExample },
    states: inStates((state) => {
      const none = { ...recordTableExample, rows: [], totalNumberRows: 0 }
      const rows = Array.from({ length: 50 }, (_, at) => [longNames[at % 3] ?? '', longTitle, String(1_000_000 + at)])
      return {
        data: {
          empty: none,
          withheld: { ...none, headers: [], withheld: withheldReason },
          few: recordTableExample,
          long: {
            ...recordTableExample,
            headers: [
              ...(header ? [header, { ...header, value: 'what', text: longTitle }] : []),
              ...(header ? [{ ...header, value: 'amount', text: longTitle, align: 'right' as const }] : []),
            ],
            rows,
            totalNumberRows: 1_234_567,
          },
        }[state],
      }
    }),
  },
})
