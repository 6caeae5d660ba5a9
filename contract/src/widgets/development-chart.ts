import { z } from 'zod'
import { extName, periodText, variableName } from '../configuration/names.ts'
import { chartData, chartSummaryExample } from '../entities/chart.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget } from './define-widget.ts'
import { chartStates } from './example-states/chart-states.ts'
import { inStates } from './example-states/in-states.ts'

/** Lengths of time a chart can be divided into. */
export const chartPeriods = ['days', 'weeks', 'months', 'quarters', 'years'] as const

/** The periods of a chart that names none. */
export const defaultChartPeriods = [
  'months',
  'quarters',
  'years',
] as const satisfies readonly (typeof chartPeriods)[number][]

/** Custom periods: each begins on a day of the year, `02-01` being the first of February. */
export const customPeriod = z.strictObject({
  extname: extName.describe('Name in addresses.'),
  title: localText.describe('Text of the link.'),
  starts: z
    .array(z.string().regex(/^\d{2}-\d{2}$/, 'write a day of the year as 02-01'))
    .min(1)
    .describe('First days of the periods, `02-01` being the first of February.'),
})

/** A custom period as configured. */
export type CustomPeriod = z.infer<typeof customPeriod>

/** Indicators over time. */
export const developmentChart = defineWidget({
  type: 'development-chart',
  title: 'Development chart',
  description: 'Indicators over days, weeks, months, quarters, years or periods of your own.',
  sizes: [6, 8, 12],
  config: z
    .strictObject({
      ...componentBase,
      variables: z
        .array(variableName)
        .min(1, 'a chart needs at least one variable')
        .describe('Indicators or questions, a series each.'),
      periods: z
        .array(z.enum(chartPeriods))
        .default([...defaultChartPeriods])
        .describe('The links over the chart; the first is chosen at the start.'),
      customPeriods: z.array(customPeriod).default([]).describe('Periods of your own, each with a link.'),
      selectionInterval: periodText
        .optional()
        .describe(
          "The period the chart covers, `last_8q`, in place of its page's own; where a date is chosen, as long a time up to its end.",
        ),
      chartType: z.enum(['line', 'column', 'area']).default('line').describe('How series are drawn.'),
      stacked: z.boolean().default(false).describe('Puts the series on top of each other.'),
      showInterviews: z.boolean().default(false).describe('Adds a second axis with the number of interviews.'),
      lowerY: z.number().optional().describe('Lower end of the value axis.'),
      upperY: z.number().optional().describe('Upper end of the value axis.'),
      verticalLegend: z.boolean().default(false).describe('Puts the legend beside the chart.'),
    })
    .refine(({ periods, customPeriods }) => periods.length + customPeriods.length > 0, {
      error: 'a chart needs at least one period',
      path: ['periods'],
    })
    .refine(({ lowerY, upperY }) => lowerY === undefined || upperY === undefined || lowerY < upperY, {
      error: 'must be less than upperY',
      path: ['lowerY'],
    }),
  calls: {
    data: {
      /** `period` is one of the configured periods or the extname of a custom one; the first where missing. */
      params: z.object({ period: z.string().max(80).optional() }),
      response: chartData,
    },
  },
  example: {
    config: { id: 'trend', size: 8, variables: ['csi', 'nps'], periods: ['months', 'years'], showInterviews: true },
    responses: {
      data: {
        categories: ['2026-01-01', '2026-02-01', '2026-03-01'],
        series: [{ name: 'CSI', data: [71.5, null, 74.1], n: [120, null, 133] }],
        descriptors: [{ title: 'CSI', variable: 'csi', color: null }],
        summary: { ...chartSummaryExample, value: '74', at: 2 },
        interviews: [120, 3, 133],
        goal: 75,
      },
    },
    states: inStates((state) => ({ data: chartStates[state] })),
  },
})
