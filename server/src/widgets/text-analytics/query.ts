import { countedComments, overviewOf } from '#server/widgets/shared/text-figures.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** What people wrote, at a glance. */
export const textAnalytics: WidgetServer<'text-analytics'> = {
  async data(request) {
    return overviewOf(request, await countedComments(request))
  },
}
