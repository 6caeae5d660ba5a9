import { createPageReport } from '@gensvar/contract/reports'
import { nameParam } from '@gensvar/contract/request-texts'
import { say, titled } from '@gensvar/contract/say'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { AppError } from '#server/platform/errors.ts'
import { reportableOf, runWidgetReport } from '#server/widgets/run-report.ts'
import { shownAtFirst } from '#server/widgets/widget-report.ts'
import { prepareComparedPage } from '../compared-page.ts'
import { defineReportKind } from '../report-kind.ts'
import { demandOffered } from './place-tables.ts'
import { placed } from './placed.ts'

/**
 * A page as its reader sees it: what those of its components show that have figures and are open to them; of a compared page that of
 * both sides.
 */
export const pageReportKind = defineReportKind({
  type: 'OVERVIEW_REPORT',
  title: say`Report of a page`,
  route: createPageReport,
  asked: placed(createPageReport.body).extend({ report: nameParam }),
  async prepare(ctx, access, { report, drillPath, vs }) {
    const { pages, reports } = access.model.config
    demandOffered(reports.pages)
    const page = pages.find(({ extname }) => extname === report)
    if (!page) throw new AppError('not_found', say`This survey has no page named "${report}".`)
    const { view } = await requestedPath(ctx, access, drillPath)
    const components = reportableOf(ctx, access, { components: page.components, view: view?.extName ?? '' })
    const title = say`${titled(page.title ?? page.extname)}`
    if (vs !== null)
      return {
        title: say`${title}, A and B`,
        ...(await prepareComparedPage(ctx, access, { page: report, components, drillPath, vs })),
      }
    return {
      title,
      ...(await runWidgetReport(ctx, access, { components, drillPath, shown: shownAtFirst })),
    }
  },
})
