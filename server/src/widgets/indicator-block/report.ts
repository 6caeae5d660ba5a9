import { pickText } from '@gensvar/contract/local-text'
import { indicatorTable } from '#server/widgets/shared/report-words.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { indicatorBlock } from './query.ts'

/** An indicator block in reports: a table of places for each of its groups. */
export const indicatorBlockReport: WidgetReportOf<'indicator-block'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { title, groups } = await indicatorBlock.data(request, {})
    return {
      sections: groups.map((group) =>
        indicatorTable([title, group.title].map((text) => pickText(text, locale)).join(': '), group.variables, locale),
      ),
      rows: null,
    }
  },
}
