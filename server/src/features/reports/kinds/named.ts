import { createNamedReport } from '@gensvar/contract/reports'
import { nameParam } from '@gensvar/contract/request-texts'
import { say, titled } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'
import { runWidgetReport } from '#server/widgets/run-report.ts'
import { shownAtFirst } from '#server/widgets/widget-report.ts'
import { defineReportKind } from '../report-kind.ts'
import { placed } from './placed.ts'

/** A report of the survey's configuration: what some components of its pages show. */
export const namedReportKind = defineReportKind({
  type: 'CORE_REPORT',
  title: say`Report of the survey`,
  route: createNamedReport,
  asked: placed(createNamedReport.body).extend({ report: nameParam }),
  async prepare(ctx, access, asked) {
    const named = access.model.config.reports.named.find(({ extname }) => extname === asked.report)
    if (!named) throw new AppError('not_found', say`This survey has no report named "${asked.report}".`)
    if (!named.formats.includes(asked.format))
      throw new AppError('validation', say`This report is not offered in the format ${asked.format}.`, {
        format: say`not offered`,
      })
    const { components } = named
    const { drillPath } = asked
    return {
      title: say`${titled(named.title)}`,
      ...(await runWidgetReport(ctx, access, { components, drillPath, shown: shownAtFirst })),
    }
  },
})
