import { say } from '@gensvar/contract/say'
import { categoryTable, feedbackTable } from '#server/widgets/shared/text-report.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { feedbackOverview } from './query.ts'

/** Comments by sentiment, and the largest categories. */
export const feedbackOverviewReport: WidgetReportOf<'feedback-overview'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { overview, topCategories } = await feedbackOverview.data(request, {})
    const total = feedbackTable(locale, say`Feedback overview`, overview)
    const categories = categoryTable(locale, say`Largest categories`, topCategories)
    return { sections: overview.withheld ? [total] : [total, categories], rows: null }
  },
}
