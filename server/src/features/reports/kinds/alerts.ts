import { createAlertsReport } from '@gensvar/contract/reports'
import { noComponent } from '@gensvar/contract/samples'
import { say } from '@gensvar/contract/say'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { demandSingleAnswers } from '#server/domain/rights/authorise.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { findAlertTable } from '#server/widgets/alert-table/find-alert-table.ts'
import { alertSections, checkAlerts } from '#server/widgets/alert-table/report.ts'
import { defineReportKind } from '../report-kind.ts'
import { demandOffered, shownOf } from './place-tables.ts'
import { placed } from './placed.ts'

/**
 * The alerts of a place as a table lists them, with its filters; where none is named as the first table of the alerts page
 * does, else as the plain one.
 */
export const alertsReportKind = defineReportKind({
  type: 'ALERTS_REPORT',
  title: say`Alerts`,
  route: createAlertsReport,
  asked: placed(createAlertsReport.body),
  async prepare(ctx, access, asked) {
    demandOffered(access.model.config.reports.alerts)
    demandSingleAnswers(access)
    const { columns, requested } = await findAlertTable(
      ctx,
      access,
      asked.component ?? tableOfPage(access) ?? noComponent,
      asked.drillPath,
    )
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

function tableOfPage({ model }: SurveyAccess): string | undefined {
  const pages = model.config.pages.filter(({ kind }) => kind === 'alerts')
  for (const { component } of walkComponents(pages))
    if (isComponentOf(component, 'alert-table')) return component.config.id
  return undefined
}
