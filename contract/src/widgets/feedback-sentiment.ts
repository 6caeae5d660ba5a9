import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { textCategory, textCategoryExample } from '../entities/text-analytics.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** Categories of comments by sentiment. */
export const feedbackSentiment = defineWidget({
  type: 'feedback-sentiment',
  title: 'Feedback sentiment',
  description: 'All categories with their shares of positive, negative and neutral comments, per question inside.',
  sizes: [6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    questions: z.array(variableName).min(1).describe('Open questions whose comments count.'),
  }),
  calls: { data: { params: noParams, response: z.object({ categories: z.array(textCategory) }) } },
  example: {
    config: { id: 'fs', size: 6, questions: ['comment', 'improve'] },
    responses: { data: { categories: [textCategoryExample] } },
  },
})
