import { z } from 'zod'
import { periodText, variableName } from '../configuration/names.ts'
import { chartSummaryExample } from '../entities/chart.ts'
import { choiceShares } from '../entities/choice-shares.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { chartPeriods, defaultChartPeriods } from './development-chart.ts'
import { choiceStates } from './example-states/choice-states.ts'
import { inStates } from './example-states/in-states.ts'

/** The most choices that are drawn as lines: there are no more colours that can be told apart. */
export const mostChoiceLines = 8

/** The choices of a question over time. */
export const choiceLine = defineWidget({
  type: 'choice-line',
  title: 'Choice line',
  description: 'A line per choice of a question: its share of the answers over time, in per cent.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    question: variableName.describe(
      'A question with choices, a scale, or what is asked of comments, such as `category:comment`.',
    ),
    periods: z
      .array(z.enum(chartPeriods))
      .min(1)
      .default([...defaultChartPeriods])
      .describe('The links over the chart; the first is chosen at the start.'),
    selectionInterval: periodText
      .optional()
      .describe(
        "The period the chart covers, `last_8q`, in place of its page's own; where a date is chosen, as long a time up to its end.",
      ),
  }),
  calls: {
    data: {
      /** `period` is one of the lengths of time; the first configured one where missing. */
      params: z.object({ period: z.string().max(80).optional() }),
      response: choiceShares,
    },
  },
  example: {
    config: { id: 'how', size: 6, question: 'channel' },
    responses: {
      data: {
        categories: ['2026-01-01', '2026-02-01'],
        series: [
          { name: { en: 'Store' }, data: [61.5, 58], n: [74, 70] },
          { name: { en: 'Web' }, data: [38.5, 42], n: [74, 70] },
        ],
        descriptors: [
          { title: { en: 'Store' }, variable: 'store', color: null },
          { title: { en: 'Web' }, variable: 'web', color: null },
        ],
        summary: {
          ...chartSummaryExample,
          value: '58\u{a0}%',
          change: '4',
          arrow: 2,
          base: '62\u{a0}%',
          at: 1,
          before: 0,
        },
        question: { en: 'Channel' },
        drawn: ['store', 'web'],
        leading: 'store',
        isMultiple: false,
      },
    },
    states: inStates((state) => ({ data: choiceStates[state] })),
  },
})
