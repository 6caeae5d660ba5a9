import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { chartData } from '../entities/chart.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { chartPeriods } from './development-chart.ts'

/** The choices of a question over time. */
export const choiceLine = defineWidget({
  type: 'choice-line',
  title: 'Choice line',
  description: 'A line per choice of a question: its share of the answers over time, in per cent.',
  sizes: [4, 6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    question: variableName.describe('A question with choices.'),
    periods: z
      .array(z.enum(chartPeriods))
      .min(1)
      .default(['months', 'quarters', 'years'])
      .describe('The links over the chart; the first is chosen at the start.'),
  }),
  calls: { data: { params: z.object({ period: z.string().max(80).optional() }), response: chartData } },
  example: {
    config: { id: 'how', size: 6, question: 'channel' },
    responses: {
      data: {
        categories: ['2026-01-01', '2026-02-01'],
        series: [{ name: { en: 'Store' }, data: [61.5, 58], n: [74, 70] }],
        descriptors: [{ title: { en: 'Store' }, variable: 'store', color: null }],
      },
    },
  },
})
