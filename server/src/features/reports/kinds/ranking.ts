import { createRankingReport } from '@gensvar/contract/reports'
import { say } from '@gensvar/contract/say'
import { defaultColumns } from '#server/widgets/ranking-table/columns.ts'
import { rowsOf } from '#server/widgets/ranking-table/query.ts'
import { checkRanking, rankingSections, rankingToReport } from '#server/widgets/ranking-table/report.ts'
import { runWidgetReport } from '#server/widgets/run-report.ts'
import { defineReportKind } from '../report-kind.ts'
import { demandOffered, pathOfRankings, rankingTablesOf, shownOf } from './place-tables.ts'
import { placed } from './placed.ts'

/** The ranking of a place: one table as its reader sees it, or those of the rankings page. */
export const rankingReportKind = defineReportKind({
  type: 'RANKING_REPORT',
  title: say`Ranking`,
  route: createRankingReport,
  asked: placed(createRankingReport.body),
  async prepare(ctx, access, asked) {
    demandOffered(access.model.config.enableRankingListReport)
    const shown = shownOf(asked)
    const tables = rankingTablesOf(access)
    const names = asked.component === null ? tables.map(({ id }) => id) : [asked.component]
    const title = say`Ranking`
    if (names.length > 0)
      return {
        title,
        ...(await runWidgetReport(ctx, access, {
          components: names,
          drillPath: asked.drillPath,
          shown,
          only: 'ranking-table',
        })),
      }
    const requested = await pathOfRankings(ctx, access, asked.drillPath)
    const config = { sortDesc: true, columns: defaultColumns(access.model), leafColumns: [] }
    const ranking = rankingToReport({ ctx, access, requested }, config, shown)
    checkRanking(ranking, shown)
    const hasCases = rowsOf(ranking) === 'responses'
    return { title, requested, hasCases, sections: () => rankingSections(ranking, shown, null) }
  },
})
