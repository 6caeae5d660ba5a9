import { maxPageRows } from '@gensvar/contract/paging'
import type { AlertsQuery } from '@gensvar/contract/alert-filters'
import type { alertList } from '@gensvar/contract/entities/alerts'
import type { z } from 'zod'
import { listManyAlerts } from '#server/domain/alerts/list-many-alerts.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { demandSingleAnswers } from '#server/domain/rights/authorise.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'
import { alertHeaders, alertRow, alertSelectionOf } from './alert-list.ts'
import type { AlertColumns } from './alert-list.ts'

/** The alerts of a table. */
export const alertTable: WidgetServer<'alert-table'> = {
  data: (request, params) => answerAlerts(request, request.config, params),
}

/**
 * A page of a table of alerts with the numbers of its filters. Throws `forbidden` in an anonymous survey, `validation` for
 * unknown columns to sort by.
 */
export async function answerAlerts(
  request: FigureRequest,
  config: AlertColumns,
  query: AlertsQuery,
): Promise<z.input<typeof alertList>> {
  const { ctx, access } = request
  demandSingleAnswers(access)
  const { model } = access
  const { rows, total, counts } = await listManyAlerts(ctx, model, access.caseScope, {
    ...alertSelectionOf(request, config, query),
    from: query.rowFrom,
    to: Math.min(query.rowTo, query.rowFrom + maxPageRows),
  })
  return {
    rankingData: {
      headers: alertHeaders(model, config.columns),
      nameCount: 1,
      rows: rows.map((alert) => alertRow(model, config.columns, alert, ctx.locale)),
      footer: null,
      rankingVar: null,
      leafRows: true,
      totalNumberRows: total,
      leftOut: null,
    },
    totalNumberRows: total,
    counts,
  }
}
