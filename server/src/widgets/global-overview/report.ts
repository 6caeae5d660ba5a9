import { pickText } from '@gensvar/contract/local-text'
import { indicatorTable } from '#server/widgets/shared/report-words.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { overviewOf } from './query.ts'

/** The universes the caller may enter, a table of figures each. */
export const globalOverviewReport: WidgetReportOf<'global-overview'> = {
  async sections({ ctx }) {
    const { indicatorBlocks } = await overviewOf(ctx, null)
    return {
      sections: indicatorBlocks.map(({ title, groups }) =>
        indicatorTable(
          pickText(title, ctx.locale),
          groups.flatMap(({ variables }) => variables),
          ctx.locale,
        ),
      ),
      rows: null,
    }
  },
}
