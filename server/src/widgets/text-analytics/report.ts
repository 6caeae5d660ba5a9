import { say } from '@gensvar/contract/say'
import { feedbackTable } from '#server/widgets/shared/text-report.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { textAnalytics } from './query.ts'

/** Comments by sentiment, with the largest categories of each. */
export const textAnalyticsReport: WidgetReportOf<'text-analytics'> = {
  async sections(request) {
    const overview = await textAnalytics.data(request, {})
    return { sections: [feedbackTable(request.ctx.locale, say`What people say`, overview)], rows: null }
  },
}
