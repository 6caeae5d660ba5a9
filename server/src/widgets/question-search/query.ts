import { foundPage } from '#server/widgets/shared/text-search.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Comments to one question that hold a term, say something or speak of something. */
export const questionSearch: WidgetServer<'question-search'> = {
  data: ({ config, ...request }, params) =>
    foundPage({ ...request, questions: [config.question], customerInfo: config.customerInfo }, params),
}
