import { say } from '@gensvar/contract/say'
import { countAlerts, streamAlerts } from '#server/domain/alerts/list-alerts.ts'
import { isAlertField } from '#server/domain/alerts/alert-query.ts'
import type { AlertRow } from '#server/domain/alerts/alert-query.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import type { ReportCell } from '#server/domain/reports/report.ts'
import { demandSingleAnswers } from '#server/domain/rights/authorise.ts'
import {
  caseDate,
  caseSection,
  checkShown,
  chosenHeaders,
  mapped,
  reportCell,
} from '#server/widgets/shared/case-report.ts'
import type { ReportedSections, ShownTable, WidgetReportOf } from '#server/widgets/widget-report.ts'
import { alertCell, alertHeaders, alertSelectionOf } from './alert-list.ts'
import type { AlertColumns, AskedAlerts } from './alert-list.ts'

/** The filters of a table of alerts that are not of its text. */
export type AlertFilters = Pick<AskedAlerts, 'states' | 'mine' | 'overdue'>

const allAlerts: AlertFilters = { states: [], mine: false, overdue: false }

/** A table of alerts in a report: every row of it, as the screen would show them page by page. */
export const alertTableReport: WidgetReportOf<'alert-table'> = {
  check: (request, shown) => checkAlerts(request, request.config, shown),
  hasCases({ access }) {
    // Refused when it is asked for, not first when it is made.
    demandSingleAnswers(access)
    return true
  },
  sections: (request, shown) => alertSections(request, request.config, shown, allAlerts),
}

/** Throws `validation`, naming the field, for columns that the table does not have, or does not sort by. */
export function checkAlerts({ access }: FigureRequest, config: AlertColumns, shown: ShownTable): void {
  checkShown(alertHeaders(access.model, config.columns), shown)
}

/** The alerts of a report with these filters. Throws `forbidden` in an anonymous survey. */
export async function alertSections(
  request: FigureRequest,
  config: AlertColumns,
  shown: ShownTable,
  filters: AlertFilters,
): Promise<ReportedSections> {
  const { ctx, access } = request
  const { model, caseScope } = access
  demandSingleAnswers(access)
  const selection = alertSelectionOf(request, config, {
    ...filters,
    filter: shown.filter,
    ...(shown.sortVar !== null && { sortVar: shown.sortVar }),
    ...(shown.sortDesc !== null && { sortDesc: shown.sortDesc }),
  })
  // Moments are written as texts: days alone would hide which of two alerts of a day is due first.
  const headers = alertHeaders(model, config.columns).map((header) =>
    isAlertField(model, header.value) ? { ...header, isDate: false } : header,
  )
  const chosen = chosenHeaders(headers, shown.columns)
  const cellsOf = (alert: AlertRow): ReportCell[] =>
    chosen.map((header) => {
      const column = config.columns[header.cellIndex]
      if (!column) return { text: '' }
      const cell = reportCell(alertCell(model, column, alert, ctx.locale), header, ctx.locale)
      return header.isDate ? { ...cell, value: caseDate(model, alert.response, header.value) } : cell
    })
  const rows = await countAlerts(ctx, model, caseScope, selection)
  const alerts = streamAlerts(ctx, model, caseScope, selection)
  const section = caseSection({ ctx, table: { headers }, shown, title: say`Alerts` })
  return { sections: [{ ...section, rows: mapped(alerts, cellsOf) }], rows }
}
