import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import {
  maxCloudWords,
  textAnalyticsExample,
  textAnalyticsOverview,
  textCategory,
  textCategoryExample,
  textWord,
  textWordsExample,
} from '../entities/text-analytics.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { categoriesIn, longWords, overviewIn } from './example-states/text-states.ts'

/** Feedback in total and by its largest categories. */
export const feedbackOverview = defineWidget({
  type: 'feedback-overview',
  title: 'Feedback overview',
  description: 'Circles of all feedback by sentiment, and the four largest categories as stacked bars.',
  sizes: [4, 6, 8, 12],
  built: true,
  config: z.strictObject({
    ...componentBase,
    questions: z.array(variableName).min(1).describe('Open questions whose comments count.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        overview: textAnalyticsOverview,
        /** The categories at the top of the taxonomy that most comments speak of, the largest first. */
        topCategories: z.array(textCategory).max(4),
        /** The words that most comments are judged by, the most frequent first; none where comments are withheld. */
        words: z.array(textWord).max(maxCloudWords).default([]),
      }),
    },
  },
  example: {
    config: { id: 'fo', size: 6, questions: ['comment', 'improve'] },
    responses: {
      data: { overview: textAnalyticsExample, topCategories: [textCategoryExample], words: textWordsExample },
    },
    states: inStates((state) => ({
      data: {
        overview: overviewIn(state),
        topCategories: categoriesIn(state)
          .filter(({ parent }) => parent === null)
          .slice(0, 4),
        words: state === 'long' ? longWords : [],
      },
    })),
  },
})
