import { commentSections } from '#server/widgets/shared/comment-rows.ts'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'

/** The comments as a table. */
export const questionSearchReport: WidgetReportOf<'question-search'> = {
  hasCases: () => true,
  sections: ({ config, ...request }, { filter }) =>
    commentSections({ ...request, questions: [config.question], customerInfo: config.customerInfo }, { term: filter }),
}
