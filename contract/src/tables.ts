import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { dataTableRow } from './entities/data-tables.ts'
import { nameParam, pathParam } from './request-texts.ts'

const rowId = z.coerce.number().int().min(1).max(2_147_483_647)
const noQuery = z.object({})

/** Most rows and columns of a table kept on the server. */
export const maxTableRows = 10_000
export const maxTableColumns = 100

/**
 * Saves a row of a table kept on the server, or adds one where it has no id. Errors: `forbidden` where the table is not
 * editable for the caller, `conflict` where somebody else saved the row in between, `validation` at `row.cells`.
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
      id: z.number().int().nullable(),
      cells: z.array(z.string().max(10_000)).max(maxTableColumns),
      /** The version that was edited; 0 for a new row. */
      version: z.number().int(),
    }),
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
  params: z.object({ survey: nameParam, tableId: nameParam, rowId }),
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
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    token: nameParam.optional(),
  }),
  body: z.undefined(),
  response: z.undefined(),
})

/**
 * The rows of a global values table as server-sent events: `globalTableInitialData` (headers and rows without figures),
 * `globalSurveyResult` (a row, as it is counted), `globalTableDataEnd`.
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
