import { foundPage } from '#server/widgets/shared/text-search.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Comments to several questions that hold a term, say something or speak of something. */
export const feedbackSearch: WidgetServer<'feedback-search'> = {
  data: ({ config, ...request }, params) =>
    foundPage({ ...request, questions: config.questions, customerInfo: config.customerInfo }, params),
}
