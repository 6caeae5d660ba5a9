import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** A column of a plain table. */
export const tableHeader = z.object({
  value: z.string(),
  text: localText,
  align: z.enum(['left', 'center', 'right']),
  sortable: z.boolean(),
})

/** A row of a table kept on the server. */
export const dataTableRow = z.object({
  id: z.number().int(),
  cells: z.array(z.string()),
  /** Raised by every save; an update names the one it was made from. */
  version: z.number().int(),
})

/** A table kept on the server; rows are named by id so that they can be edited. */
export const dataTable = z.object({
  headers: z.array(tableHeader),
  rows: z.array(dataTableRow),
  editable: z.boolean(),
  paging: z.boolean(),
  tableId: z.string(),
})

/** A table written in the configuration: rows of cells, each with its text by language, alignment and sortability. */
export const staticTable = z.object({
  headers: z.array(z.object({ text: localText, align: z.enum(['left', 'center', 'right']), sortable: z.boolean() })),
  rows: z.array(
    z.array(
      z.object({
        text: localText,
        align: z.enum(['left', 'center', 'right']).optional(),
        sortable: z.boolean().optional(),
      }),
    ),
  ),
})

/** The records of a place, sorted by the server. */
export const recordTable = z.object({
  headers: z.array(tableHeader),
  rows: z.array(z.array(z.string())),
  sortBy: z.string(),
  sortDesc: z.boolean(),
  totalNumberRows: z.number().int(),
})

/** A row of the global values: one survey's figures. */
export const globalValuesRow = z.object({ surveyname: z.string(), title: localText, cells: z.array(z.string()) })

/** Figures of several surveys, one row each. */
export const globalValuesTable = z.object({ headers: z.array(tableHeader), rows: z.array(globalValuesRow) })

const headerExample: z.infer<typeof tableHeader> = {
  value: 'step',
  text: { en: 'Step' },
  align: 'left',
  sortable: true,
}

/** A valid server table, for the examples of everything that holds one. */
export const dataTableExample: z.infer<typeof dataTable> = {
  headers: [headerExample],
  rows: [{ id: 1, cells: ['Call the customer'], version: 1 }],
  editable: true,
  paging: true,
  tableId: 'targets',
}

/** A valid record table, for the examples of everything that holds one. */
export const recordTableExample: z.infer<typeof recordTable> = {
  headers: [{ ...headerExample, value: 'date', text: { en: 'Date' } }],
  rows: [['2026-03-02']],
  sortBy: 'date',
  sortDesc: true,
  totalNumberRows: 1,
}

/** Valid global values, for the examples of everything that holds them. */
export const globalValuesExample: z.infer<typeof globalValuesTable> = {
  headers: [{ ...headerExample, value: 'csi', text: 'CSI', align: 'right' }],
  rows: [{ surveyname: 'visits', title: { en: 'Store visits' }, cells: ['74'] }],
}

/** Table entities with their examples. */
export const dataTableEntities = {
  DataTable: defineEntity(dataTable, dataTableExample),
  StaticTable: defineEntity(staticTable, {
    headers: [{ text: { en: 'Step' }, align: 'left', sortable: true }],
    rows: [[{ text: { en: 'Call the customer', sv: 'Ring kunden' }, align: 'left', sortable: true }]],
  }),
  RecordTable: defineEntity(recordTable, recordTableExample),
  GlobalValuesTable: defineEntity(globalValuesTable, globalValuesExample),
}
