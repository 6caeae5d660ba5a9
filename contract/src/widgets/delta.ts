import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { trendKind } from './trend-kind.ts'

/** How indicators changed. */
export const delta = defineWidget({
  type: 'delta',
  title: 'Change chart',
  description: 'Bars of how much indicators changed since the period before, marked where the change is significant.',
  sizes: [4, 6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    variables: z.array(variableName).min(1).describe('Indicators or questions, a bar each.'),
    trend: trendKind
      .default('previous')
      .describe('What the values are compared with: the period before, or the same days a year earlier.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        selectionTime: localText,
        trendTime: localText.nullable(),
        rows: z.array(
          z.object({
            variable: z.string(),
            title: localText,
            value: z.number().nullable(),
            valueTrend: z.number().nullable(),
            diff: z.number().nullable(),
            formattedDiff: z.string().nullable(),
            significant: z.boolean().describe('Whether the change is more than chance, at 95 %.'),
            inverse: z.boolean(),
          }),
        ),
      }),
    },
  },
  example: {
    config: { id: 'dlt', size: 6, variables: ['csi', 'nps'], trend: 'previous' },
    responses: {
      data: {
        selectionTime: { en: 'January to March 2026' },
        trendTime: { en: 'October to December 2025' },
        rows: [
          {
            variable: 'csi',
            title: 'CSI',
            value: 74.2,
            valueTrend: 72.8,
            diff: 1.4,
            formattedDiff: '+1',
            significant: true,
            inverse: false,
          },
        ],
      },
    },
  },
})
