import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'
import {
  textAnalysis,
  textAnalysisExample,
  textCategory,
  textCategoryExample,
  textSubcategoryExample,
} from '../entities/text-analytics.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'
import { analysisIn, categoriesIn } from './example-states/text-states.ts'
import { withheldReason } from './example-states/words.ts'

/** Categories of comments by sentiment. */
export const feedbackSentiment = defineWidget({
  type: 'feedback-sentiment',
  title: 'Feedback sentiment',
  description: 'All categories with their shares of positive, negative and neutral comments, per question inside.',
  sizes: [6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    questions: z.array(variableName).min(1).describe('Open questions whose comments count.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        /** All categories that comments speak of, each after the one above it. */
        categories: z.array(textCategory),
        /** Comments of the questions, those in no category among them; null where it is withheld. */
        nComments: z.number().int().nullable(),
        /** Those among them that speak of no category; null where it is withheld. */
        nUncategorised: z.number().int().nullable(),
        withheld: localText.nullable(),
        analysis: textAnalysis,
      }),
    },
  },
  example: {
    config: { id: 'fs', size: 6, questions: ['comment', 'improve'] },
    responses: {
      data: {
        categories: [textCategoryExample, textSubcategoryExample],
        nComments: 202,
        nUncategorised: 41,
        withheld: null,
        analysis: textAnalysisExample,
      },
    },
    states: inStates((state) => ({
      data: {
        categories: categoriesIn(state),
        nComments: { empty: 0, withheld: null, few: 12, long: 12_345 }[state],
        nUncategorised: { empty: 0, withheld: null, few: 3, long: 2345 }[state],
        withheld: state === 'withheld' ? withheldReason : null,
        analysis: analysisIn(state),
      },
    })),
  },
})
