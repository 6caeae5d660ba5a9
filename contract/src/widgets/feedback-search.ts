import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { textSearchExample, textSearchResult } from '../entities/text-analytics.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { commentsIn } from './example-states/text-states.ts'
import { textSearchParams } from './text-search-params.ts'

/** Search in all comments. */
export const feedbackSearch = defineWidget({
  type: 'feedback-search',
  title: 'Feedback search',
  description: 'Comments of several questions that hold a word, with their sentiment, categories and customer.',
  sizes: [8, 12],
  config: z.strictObject({
    ...componentBase,
    questions: z.array(variableName).min(1).describe('Open questions whose comments are searched.'),
    customerInfo: z.array(variableName).default([]).describe('Answers that tell whose comment it is.'),
  }),
  calls: { data: { params: textSearchParams, response: textSearchResult } },
  example: {
    config: { id: 'fq', size: 12, questions: ['comment', 'improve'], customerInfo: ['store', 'customer'] },
    responses: { data: textSearchExample },
    states: inStates((state) => ({ data: commentsIn(state) })),
  },
})
