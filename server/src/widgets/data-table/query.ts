import type { dataTable as contractTable } from '@gensvar/contract/entities/data-tables'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'
import { columnsOfTable, componentsOfTable, mayEditTable, startingId, startingRows } from './server-table.ts'
import type { ServerTableConfig } from './server-table.ts'
import { readTable } from './store.ts'

/** Tables kept on the server; one that is written in the configuration is not asked for. */
export const dataTable: WidgetServer<'data-table'> = {
  async data({ ctx, access, config }) {
    if (config.source === 'static')
      throw new AppError('not_found', say`The table "${config.id}" is written in the configuration.`)
    return serverTable(ctx, access, config)
  },
}

/** A table kept on the server as a component shows it: until something is saved, with the rows of the configuration. */
export async function serverTable(
  ctx: Ctx,
  { model }: Pick<SurveyAccess, 'model'>,
  config: ServerTableConfig,
): Promise<z.infer<typeof contractTable>> {
  const { tableId, paging } = config
  const components = componentsOfTable(model, tableId)
  const stored = await readTable(ctx.db, model.id, tableId)
  const rows = stored?.rows ?? startingRows(components).map((cells, at) => ({ id: startingId(at), cells, version: 0 }))
  const headers = columnsOfTable(config, components, stored?.headers ?? null, rows)
  return {
    headers,
    rows: rows.map(({ cells, ...row }) => ({ ...row, cells: headers.map((_, at) => cells[at] ?? '') })),
    editable: mayEditTable(ctx.identity, config),
    paging,
    tableId,
  }
}
