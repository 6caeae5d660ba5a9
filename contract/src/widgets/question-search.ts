import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { textSearchExample, textSearchResult } from '../entities/text-analytics.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { commentsIn } from './example-states/text-states.ts'
import { textSearchParams } from './text-search-params.ts'

/** Search in the comments to one question. */
export const questionSearch = defineWidget({
  type: 'question-search',
  title: 'Question search',
  description: 'Comments to one question that hold a word, with an Excel download.',
  sizes: [8, 12],
  config: z.strictObject({
    ...componentBase,
    question: variableName.describe('The open question whose comments are searched.'),
    customerInfo: z.array(variableName).default([]).describe('Answers that tell whose comment it is.'),
  }),
  calls: { data: { params: textSearchParams, response: textSearchResult } },
  example: {
    config: { id: 'qs', size: 12, question: 'comment', customerInfo: ['store'] },
    responses: { data: { ...textSearchExample, customerInfoTitles: [{ en: 'Store' }] } },
    states: inStates((state) => ({ data: commentsIn(state) })),
  },
})
