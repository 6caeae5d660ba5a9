import { z } from 'zod'
import { extName, variableName } from '../configuration/names.ts'
import { textAnalyticsExample, textAnalyticsOverview } from '../entities/text-analytics.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { overviewIn } from './example-states/text-states.ts'

/** What people wrote, at a glance. */
export const textAnalytics = defineWidget({
  type: 'text-analytics',
  title: 'Text analytics',
  description: 'Shares of positive, negative and neutral comments, and the three largest categories of each.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    questions: z.array(variableName).min(1).describe('Open questions whose comments count.'),
    detailsPage: extName.optional().describe('Page the link "See more details" leads to.'),
  }),
  calls: { data: { params: noParams, response: textAnalyticsOverview } },
  example: {
    config: { id: 'voices', size: 4, questions: ['comment', 'improve'] },
    responses: { data: textAnalyticsExample },
    states: inStates((state) => ({ data: overviewIn(state) })),
  },
})
