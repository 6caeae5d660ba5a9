import { say } from '@gensvar/contract/say'
import { categoryTable } from '#server/widgets/shared/text-report.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { feedbackSentiment } from './query.ts'

/** All categories, with a column of each question. */
export const feedbackSentimentReport: WidgetReportOf<'feedback-sentiment'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { categories, withheld } = await feedbackSentiment.data(request, {})
    return { sections: [categoryTable(locale, say`Feedback by category`, categories, withheld)], rows: null }
  },
}
