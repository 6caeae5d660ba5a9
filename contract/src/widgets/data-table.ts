import { z } from 'zod'
import { extName } from '../configuration/names.ts'
import { dataTable as table, dataTableExample } from '../entities/data-tables.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { longNames, longTitle } from './example-states/words.ts'

const align = z.enum(['left', 'center', 'right'])

const staticCell = z.strictObject({
  text: localText.describe('What the cell says.'),
  align: align.optional().describe("The column's by default."),
  sortable: z
    .boolean()
    .optional()
    .describe('`false` keeps the row after the others when the table is sorted by this column, as a sum.'),
})

/** A column's heading; what can be sorted by without saying so depends on where the rows are. */
const headerOf = (sortable: boolean) =>
  z.strictObject({
    text: localText.describe('Heading of the column.'),
    align: align.default('left').describe('Where the text stands in its cells.'),
    sortable: z.boolean().default(sortable).describe('The table can be sorted by it.'),
  })

const [header] = dataTableExample.headers

/** A plain table. */
export const dataTable = defineWidget({
  type: 'data-table',
  title: 'Data table',
  description: 'A plain table: written in the configuration, or kept on the server where it can be edited.',
  sizes: [4, 6, 8, 12],
  config: z.discriminatedUnion('source', [
    z.strictObject({
      ...componentBase,
      source: z.literal('static').describe('The rows are written here.'),
      headers: z.array(headerOf(false)).min(1).describe('Columns from left to right.'),
      rows: z.array(z.array(staticCell)).default([]).describe('Rows of cells, a cell for each column.'),
      paging: z.boolean().default(false).describe('Shows the rows in pages.'),
    }),
    z.strictObject({
      ...componentBase,
      source: z.literal('server').describe('The rows are kept on the server.'),
      tableId: extName.describe('Name of the table on the server.'),
      headers: z
        .array(headerOf(true))
        .min(1)
        .max(100)
        .optional()
        .describe('Columns; by default those of the stored table.'),
      rows: z
        .array(z.array(z.string().max(10_000)).max(100))
        .max(10_000)
        .default([])
        .describe('Rows the table starts with; once stored, those on the server count.'),
      editable: z.boolean().default(false).describe('Rows can be edited, added and deleted by administrators.'),
      editors: z.array(z.string().min(1)).default([]).describe('Roles that may edit it besides administrators.'),
      paging: z.boolean().default(false).describe('Shows the rows in pages.'),
    }),
  ]),
  calls: { data: { params: noParams, response: table } },
  example: {
    config: { id: 'targets', size: 6, source: 'server', tableId: 'targets', editable: true, paging: true },
    responses: { data: dataTableExample },
    states: inStates((state) => ({
      data: {
        ...dataTableExample,
        rows: {
          empty: [],
          withheld: dataTableExample.rows,
          few: dataTableExample.rows,
          long: Array.from({ length: 60 }, (_, at) => ({
            id: at + 1,
            cells: [longNames[at % 3] ?? '', longTitle, String(at)],
            version: 1,
          })),
        }[state],
        ...(state === 'long' &&
          header && {
            headers: [
              header,
              { ...header, value: 'what', text: longTitle },
              { ...header, value: 'n', text: longTitle, align: 'right' as const },
            ],
          }),
        editable: state !== 'withheld',
      },
    })),
  },
})
