import type {
  globalTableEvents,
  updateTableRow as updateRoute,
  downloadRecords as downloadRoute,
} from '@gensvar/contract/tables'
import { maxTableRows } from '@gensvar/contract/tables'
import { Count, say } from '@gensvar/contract/say'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { componentFile } from '#server/features/reports/service.ts'
import { AppError } from '#server/platform/errors.ts'
import type { FileAnswer } from '#server/platform/file-answer.ts'
import {
  columnsOfTable,
  componentsOfTable,
  mayEditTable,
  startingIndex,
  startingRows,
} from '#server/widgets/data-table/server-table.ts'
import type { ServerTableConfig } from '#server/widgets/data-table/server-table.ts'
import type { StoredRow } from '#server/widgets/data-table/store.ts'
import { globalValues } from '#server/widgets/global-values-table/query.ts'
import { componentOf } from '#server/widgets/run-widget.ts'
import { intervalOf } from '#server/widgets/component-path.ts'
import { createRow, findRow, lockTable, readCounts, removeRow, saveRow } from './store.ts'
import type { LockedTable } from './store.ts'

/** A component at a path. */
interface Placed {
  survey: string
  component: string
  drillPath: string
}

/**
 * Saves a row of a table kept on the server, or adds one; the first save stores the rows of the configuration with it.
 * Throws `forbidden` where no component lets the caller edit the table, `conflict` at `version` where somebody else saved
 * the row since, `not_found` for a row that is gone, `validation` at `row.cells`.
 */
export async function updateTableRow(
  ctx: Ctx,
  survey: string,
  tableId: string,
  { row, version }: z.output<(typeof updateRoute)['body']>,
): Promise<StoredRow> {
  const access = await surveyAccess(ctx, survey)
  const components = editableComponents(ctx, access, tableId)
  const { id: surveyId } = access.model
  if (row.cells.every((cell) => cell.trim() === ''))
    throw new AppError('validation', say`Write something in at least one column.`, {
      'row.cells': say`is empty`,
    })
  return write(ctx, async (tx) => {
    const table = await lockTable(tx, surveyId, tableId, startingRows(components))
    const { rows, longest } = await readCounts(tx, table.id)
    const columns = widestOf(components, table, longest)
    if (row.cells.length > columns)
      throw new AppError('validation', say`This table has ${new Count(columns)} columns.`, {
        'row.cells': say`has too many cells`,
      })
    if (row.id === null && rows >= maxTableRows)
      throw new AppError('validation', say`A table can have ${new Count(maxTableRows)} rows, and this one has them.`, {
        'row.cells': say`has no room`,
      })
    const saved =
      row.id === null
        ? await createRow(tx, table.id, row.cells)
        : await saveRow(tx, await currentRow(tx, table, row.id, version), row.cells)
    const action = row.id === null ? 'table.row.create' : 'table.row.save'
    await tx.audit({ action, surveyId, object: `${tableId}/${saved.id}` })
    return saved
  })
}

/** A row with the version that was edited; a row of the configuration is current where the table is stored only now. */
async function currentRow(tx: WriteTx, table: LockedTable, id: number, version: number): Promise<StoredRow> {
  const known = storedId(table, id)
  if (known === null) throw changed()
  const row = await findRow(tx, table.id, known)
  if (!row) throw gone()
  if (version !== (id > 0 ? row.version : 0)) throw changed()
  return row
}

/**
 * Deletes a row of a table kept on the server. Throws `conflict` for the last one, and as `updateTableRow` does.
 */
export async function deleteTableRow(ctx: Ctx, survey: string, tableId: string, rowId: number): Promise<{ ok: true }> {
  const access = await surveyAccess(ctx, survey)
  const components = editableComponents(ctx, access, tableId)
  const { id: surveyId } = access.model
  return write(ctx, async (tx) => {
    const table = await lockTable(tx, surveyId, tableId, startingRows(components))
    const id = storedId(table, rowId)
    if (id === null) throw changed()
    const row = await findRow(tx, table.id, id)
    if (!row) throw gone()
    if ((await readCounts(tx, table.id)).rows <= 1)
      throw new AppError('conflict', say`The last row of a table stays. Edit it instead.`)
    await removeRow(tx, row.id)
    await tx.audit({ action: 'table.row.remove', surveyId, object: `${tableId}/${row.id}` })
    return { ok: true }
  })
}

/** The records of a record table as a file that is made while it is sent, sorted and searched as on screen. */
export async function downloadRecords(
  ctx: Ctx,
  { survey, component, drillPath }: Placed,
  { sortBy, sortDesc, filter, format }: z.output<(typeof downloadRoute)['query']>,
): Promise<FileAnswer> {
  const shown = { columns: null, sortVar: sortBy ?? null, sortDesc: sortDesc ?? null, filter }
  return componentFile(ctx, survey, { component, only: 'record-table', drillPath, shown, format })
}

/** An event of the stream of a global values table. */
interface GlobalTableEvent {
  event: (typeof globalTableEvents)[number]
  data: unknown
}

/** The events of a global values table: its headers and surveys, the figures of each as they are counted, and the end. */
export async function streamGlobalValues(
  ctx: Ctx,
  { survey, component: id, drillPath }: Placed,
): Promise<AsyncIterable<GlobalTableEvent>> {
  const access = await surveyAccess(ctx, survey)
  const { component, page } = componentOf(ctx, access, id)
  if (!isComponentOf(component, 'global-values-table'))
    throw new AppError('validation', say`"${id}" is not a table of global values.`, { component: say`unknown` })
  const requested = await requestedPath(ctx, access, drillPath, {
    interval: await intervalOf(ctx, access, component, page),
  })
  const { table, rows } = await globalValues({ ctx, access, config: component.config, page, requested })
  return events()

  async function* events(): AsyncGenerator<GlobalTableEvent> {
    yield { event: 'globalTableInitialData', data: table }
    for await (const row of rows) yield { event: 'globalSurveyResult', data: row }
    yield { event: 'globalTableDataEnd', data: {} }
  }
}

/** The components that name a table, if one of them lets the caller edit it. */
function editableComponents(ctx: Ctx, { model }: SurveyAccess, tableId: string): ServerTableConfig[] {
  const components = componentsOfTable(model, tableId)
  if (components.length === 0) throw new AppError('not_found', say`There is no table "${tableId}" in this survey.`)
  if (!components.some((component) => mayEditTable(ctx.identity, component)))
    throw new AppError('forbidden', say`You may not edit this table.`)
  return components
}

/** Most columns that a component shows of a table. */
function widestOf(components: readonly ServerTableConfig[], { headers }: LockedTable, longest: number): number {
  const row = { cells: Array.from({ length: longest }, () => '') }
  return Math.max(0, ...components.map((one) => columnsOfTable(one, components, headers, [row]).length))
}

/** The stored id of a row; null for one of the configuration where the table was stored by somebody else since. */
function storedId({ made }: LockedTable, id: number): number | null {
  if (id > 0) return id
  return made ? (made[startingIndex(id)] ?? 0) : null
}

function changed(): AppError {
  return new AppError('conflict', say`Somebody else has changed this table. Load it again.`, {
    version: say`is out of date`,
  })
}

function gone(): AppError {
  return new AppError('not_found', say`There is no such row. Somebody else may have deleted it.`)
}
