import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { dataTableRow } from './entities/data-tables.ts'
import { nameParam, pathParam, searchText } from './request-texts.ts'

const noQuery = z.object({})

/** Most rows and columns of a table kept on the server. */
export const maxTableRows = 10_000
export const maxTableColumns = 100

/**
 * Id of a row. Rows of the configuration have negative ones (-1 is the first) until something is saved, which stores the
 * table; from then on a row keeps the id it has.
 */
const rowId = z.int().min(-maxTableRows).max(2_147_483_647)

/**
 * Saves a row of a table kept on the server, or adds one where it has no id. Errors: `forbidden` where the table is not
 * editable for the caller, `conflict` at `version` where somebody else saved the row in between, `validation` at
 * `row.cells`.
 */
export const updateTableRow = defineRoute({
  id: 'updateTableRow',
  summary: 'Save a row of a data table',
  method: 'PUT',
  path: '/rest/tables/row/{survey}/{tableId}',
  permission: 'survey',
  params: z.object({ survey: nameParam, tableId: nameParam }),
  query: noQuery,
  body: z.object({
    row: z.object({
      /** Null adds a row. */
      id: rowId.nullable(),
      cells: z.array(z.string().max(10_000)).max(maxTableColumns),
    }),
    /** The version of the row that was edited; 0 for a new one. */
    version: z.number().int(),
  }),
  response: dataTableRow,
})

/** Deletes a row of a table kept on the server. The last row stays (`conflict`). */
export const deleteTableRow = defineRoute({
  id: 'deleteTableRow',
  summary: 'Delete a row of a data table',
  method: 'DELETE',
  path: '/rest/tables/row/{survey}/{tableId}/{rowId}',
  permission: 'survey',
  params: z.object({ survey: nameParam, tableId: nameParam, rowId: z.coerce.number().pipe(rowId) }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** The records of a record table as a file, made while the browser waits. */
export const downloadRecords = defineRoute({
  id: 'downloadRecords',
  summary: 'Download the records of a record table',
  method: 'GET',
  path: '/rest/tables/records/{survey}/{component}/{drillPath}',
  permission: 'view-interviews',
  ticket: 'token',
  params: z.object({ survey: nameParam, component: nameParam, drillPath: pathParam }),
  query: z.object({
    sortBy: nameParam.optional(),
    sortDesc: z.stringbool().optional(),
    filter: searchText.default(''),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    token: nameParam.optional(),
  }),
  body: z.undefined(),
  response: z.undefined(),
})

/** Events of a global values table: headers and rows without figures, a row as it is counted, and the end. */
export const globalTableEvents = ['globalTableInitialData', 'globalSurveyResult', 'globalTableDataEnd'] as const

/**
 * The rows of a global values table as server-sent events: `globalTableInitialData` (a table whose rows have no cells
 * yet), `globalSurveyResult` (a row; it replaces the one of the same `surveyname`), `globalTableDataEnd`.
 */
export const streamGlobalValues = defineRoute({
  id: 'streamGlobalValues',
  summary: 'Figures of several surveys as they are counted',
  method: 'GET',
  path: '/rest/tables/globalvalues/{survey}/{component}/{drillPath}',
  permission: 'survey',
  ticket: 'token',
  params: z.object({ survey: nameParam, component: nameParam, drillPath: pathParam }),
  query: z.object({ token: nameParam.optional() }),
  body: z.undefined(),
  response: z.undefined(),
})
