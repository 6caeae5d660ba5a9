import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { growingTopics, growingTopicsExample } from '../entities/growing-topics.ts'
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
import { categoriesIn, longWords, overviewIn, topicsIn } from './example-states/text-states.ts'

/** Feedback in total and by its largest categories. */
export const feedbackOverview = defineWidget({
  type: 'feedback-overview',
  title: 'Feedback overview',
  description:
    'Circles of all feedback by sentiment, the four largest categories as stacked bars, and what is new or growing.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    questions: z.array(variableName).min(1).describe('Open questions whose comments count.'),
    newTopics: z
      .boolean()
      .default(true)
      .describe('Tells what a larger share of the comments speaks of than in the period before.'),
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
    /** Asked for after the rest, because the words of many comments are read for it; no topics where the setting is off. */
    topics: { params: noParams, response: growingTopics },
  },
  example: {
    config: { id: 'fo', size: 6, questions: ['comment', 'improve'], newTopics: true },
    responses: {
      data: { overview: textAnalyticsExample, topCategories: [textCategoryExample], words: textWordsExample },
      topics: growingTopicsExample,
    },
    states: inStates((state) => ({
      data: {
        overview: overviewIn(state),
        topCategories: categoriesIn(state)
          .filter(({ parent }) => parent === null)
          .slice(0, 4),
        words: state === 'long' ? longWords : [],
      },
      topics: topicsIn(state),
    })),
  },
})
