import { say } from '@gensvar/contract/say'
import { categoryTable, feedbackTable, topicTable } from '#server/widgets/shared/text-report.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { feedbackOverview } from './query.ts'

/** Comments by sentiment, the largest categories, and what is new or growing where there is anything. */
export const feedbackOverviewReport: WidgetReportOf<'feedback-overview'> = {
  async sections(request) {
    const { locale } = request.ctx
    const [{ overview, topCategories }, topics] = await Promise.all([
      feedbackOverview.data(request, {}),
      feedbackOverview.topics(request, {}),
    ])
    const total = feedbackTable(locale, say`Feedback overview`, overview)
    const categories = categoryTable(locale, say`Largest categories`, topCategories)
    const growing = topics.topics.length > 0 ? [topicTable(locale, topics)] : []
    return { sections: overview.withheld ? [total] : [total, categories, ...growing], rows: null }
  },
}
