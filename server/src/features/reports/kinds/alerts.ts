import { createAlertsReport } from '@gensvar/contract/reports'
import { noComponent } from '@gensvar/contract/samples'
import { say } from '@gensvar/contract/say'
import { demandSingleAnswers } from '#server/domain/rights/authorise.ts'
import { findAlertTable } from '#server/widgets/alert-table/find-alert-table.ts'
import { alertSections, checkAlerts } from '#server/widgets/alert-table/report.ts'
import { defineReportKind } from '../report-kind.ts'
import { demandOffered, shownOf } from './place-tables.ts'
import { placed } from './placed.ts'

/** The alerts of a place as a table lists them, with its filters; those of the plain table where none is named. */
export const alertsReportKind = defineReportKind({
  type: 'ALERTS_REPORT',
  title: say`Alerts`,
  route: createAlertsReport,
  asked: placed(createAlertsReport.body),
  async prepare(ctx, access, asked) {
    demandOffered(access.model.config.reports.alerts)
    demandSingleAnswers(access)
    const { columns, requested } = await findAlertTable(ctx, access, asked.component ?? noComponent, asked.drillPath)
    const request = { ctx, access, requested }
    const shown = shownOf(asked)
    checkAlerts(request, columns, shown)
    const { states, mine, overdue } = asked
    return {
      title: say`Alerts`,
      requested,
      hasCases: true,
      sections: () => alertSections(request, columns, shown, { states, mine, overdue }),
    }
  },
})
