import { deleteTableRow, downloadRecords, streamGlobalValues, updateTableRow } from '@gensvar/contract/tables'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { sendEvents } from '#server/platform/event-stream.ts'
import * as service from './service.ts'

/** Serves what components with tables need besides their data. */
export function tableRoutes(app: FastifyInstance): void {
  implement(app, updateTableRow, (ctx, { params, body }) =>
    service.updateTableRow(ctx, params.survey, params.tableId, body),
  )
  implement(app, deleteTableRow, (ctx, { params }) =>
    service.deleteTableRow(ctx, params.survey, params.tableId, params.rowId),
  )
  implement(app, downloadRecords, (ctx, { params, query }) => service.downloadRecords(ctx, params, query))
  implement(app, streamGlobalValues, async (ctx, { params }, reply) => {
    await sendEvents(reply, await service.streamGlobalValues(ctx, params), ctx.work?.signal)
    return undefined
  })
}
