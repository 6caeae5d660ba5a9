import { z } from 'zod'
import { summaryResults, summaryResultsExample } from '../entities/summary-results.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { effectsAnswer, effectsExample } from './drivers.ts'
import { effectsAnswerIn } from './example-states/driver-states.ts'
import { inStates } from './example-states/in-states.ts'
import { summaryStates } from './example-states/summary-states.ts'
import { trendKind } from './trend-kind.ts'

/** The survey's groups of questions with their change and goals. */
export const resultsBlock = defineWidget({
  type: 'results-block',
  title: 'Results block',
  description:
    'Business drivers by their effect, satisfaction and loyalty, and each result group: value, change, goal and status.',
  sizes: [8, 12],
  config: z.strictObject({
    ...componentBase,
    trend: trendKind.default('previous').describe('The period before, or the same days a year earlier.'),
  }),
  calls: {
    data: { params: noParams, response: summaryResults },
    /** Effects of the business drivers on the survey's main indicator. */
    drivers: { params: noParams, response: effectsAnswer },
  },
  example: {
    config: { id: 'results', size: 12, trend: 'previous' },
    responses: { data: summaryResultsExample, drivers: effectsExample },
    states: inStates((state) => ({ data: summaryStates[state], drivers: effectsAnswerIn(state) })),
  },
})
