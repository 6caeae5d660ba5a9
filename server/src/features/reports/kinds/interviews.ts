import { createInterviewsReport } from '@gensvar/contract/reports'
import { say, titled } from '@gensvar/contract/say'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { Column } from '@gensvar/contract/widgets/column'
import { countedKind } from '#server/domain/cases/counted-cases.ts'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkResponses, rankingToReport, responseSections } from '#server/widgets/ranking-table/report.ts'
import { componentOf } from '#server/widgets/run-widget.ts'
import { intervalOf } from '#server/widgets/component-path.ts'
import { defineReportKind } from '../report-kind.ts'
import { demandOffered, pathOfRankings, rankingTablesOf, shownOf } from './place-tables.ts'
import { placed } from './placed.ts'

/** The interviews of a place as a table lists them, or the responses that an indicator counts. */
export const interviewsReportKind = defineReportKind({
  type: 'INTERVIEWS_REPORT',
  title: say`Interviews`,
  route: createInterviewsReport,
  asked: placed(createInterviewsReport.body),
  async prepare(ctx, access, asked) {
    demandOffered(access.model.config.reports.interviews)
    const countedBy = asked.indicator === null ? null : countedIndicator(access, asked.indicator)
    const { requested, leafColumns } = await tableOf(ctx, access, asked)
    const shown = shownOf(asked)
    const config = { sortDesc: true, columns: [], leafColumns: [...leafColumns] }
    const ranking = rankingToReport({ ctx, access, requested }, config, shown, countedBy)
    checkResponses(ranking, shown)
    return {
      title: countedBy ? say`Interviews: ${titled(countedBy.title)}` : say`Interviews`,
      requested,
      hasCases: true,
      sections: () => responseSections(ranking, shown),
    }
  },
})

/** The indicator whose responses are listed. Throws as the list on screen does, naming the field. */
function countedIndicator(access: SurveyAccess, name: string): Indicator {
  const indicator = isIndicator(access.model, name) ? indicatorOf(access.model, name) : null
  const kind = indicator && countedKind(indicator)
  if (!indicator || kind === null)
    throw new AppError(
      'validation',
      say`The cases of "${indicator ? titled(indicator.title) : name}" cannot be listed.`,
      {
        indicator: say`unknown`,
      },
    )
  if (kind === 'samples' && !access.canViewSamples)
    throw new AppError('forbidden', say`You may not open responses that are not completed.`)
  return indicator
}

/** The path and the columns of the table: of the named one, else of the first of the rankings page. */
async function tableOf(
  ctx: Ctx,
  access: SurveyAccess,
  { component: id, drillPath }: { component: string | null; drillPath: string },
): Promise<{ requested: RequestedPath; leafColumns: readonly Column[] }> {
  if (id === null) {
    const requested = await pathOfRankings(ctx, access, drillPath)
    return { requested, leafColumns: rankingTablesOf(access)[0]?.leafColumns ?? [] }
  }
  const { component, page } = componentOf(ctx, access, id)
  if (!isComponentOf(component, 'ranking-table'))
    throw new AppError('validation', say`"${id}" is not a table of interviews.`, { component: say`unknown` })
  const requested = await requestedPath(ctx, access, drillPath, {
    interval: await intervalOf(ctx, access, component, page),
  })
  return { requested, leafColumns: component.config.leafColumns }
}
