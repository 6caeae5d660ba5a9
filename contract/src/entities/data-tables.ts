import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { figureDetails } from './summary-results.ts'

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
  /** Raised by every save; an update names the one it was made from. 0 for a row that is not stored yet. */
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
  /** Why no records are shown; null otherwise. */
  withheld: localText.nullable(),
})

/** What a figure of another survey is, and what it is shown with. */
const figureElsewhere = figureDetails.extend({
  n: z.number().int().nullable(),
  /** Whether its number of answers is rounded. */
  isRounded: z.boolean(),
  decimals: z.number().int(),
})

/** A row of the global values: one survey's figures. */
export const globalValuesRow = z.object({
  surveyname: z.string(),
  title: localText,
  /** The figures as shown, in the order of the headers; none before they are counted. */
  cells: z.array(z.string()),
  /** The same figures unrounded, to sort by; null without one. */
  values: z.array(z.number().nullable()),
  /** Why a figure is not shown; null for one that is, or that has no answers. */
  withheld: z.array(localText.nullable()),
  /** What each figure is; null for one that is not shown. */
  details: z.array(figureElsewhere.nullable()),
  /** Whether its answers have days, so that its figures are of those of the page. */
  isDated: z.boolean(),
})

/** One survey's figures. */
export type GlobalValuesRow = z.infer<typeof globalValuesRow>

/** Figures of several surveys, one row each. */
export const globalValuesTable = z.object({
  headers: z.array(tableHeader),
  rows: z.array(globalValuesRow),
  /** The period of the figures in words; null for a survey without dates. */
  period: localText.nullable(),
})

/** Figures of several surveys. */
export type GlobalValuesTable = z.infer<typeof globalValuesTable>

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
  withheld: null,
}

/** Valid global values, for the examples of everything that holds them. */
export const globalValuesExample: z.infer<typeof globalValuesTable> = {
  headers: [{ ...headerExample, value: 'csi', text: 'CSI', align: 'right' }],
  rows: [
    {
      surveyname: 'visits',
      title: { en: 'Store visits' },
      cells: ['74'],
      values: [74.2],
      withheld: [null],
      details: [
        {
          name: 'csi',
          definition: { en: 'Satisfaction index 0–100: mean of three questions' },
          ...{ low: 72.9, high: 75.5, n: 1204, isRounded: false, decimals: 0 },
          ...{ cases: 'interviews', expression: 'csi(overall, expectations, ideal)', alertMode: null },
        },
      ],
      isDated: true,
    },
    {
      surveyname: 'staff',
      title: { en: 'Our colleagues' },
      cells: [''],
      values: [null],
      withheld: [{ en: 'Fewer than 10 answers.', sv: 'Färre än 10 svar.' }],
      details: [null],
      isDated: true,
    },
  ],
  period: { en: 'Last three months', sv: 'Senaste tre månaderna' },
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
