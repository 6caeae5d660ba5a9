import { z } from 'zod'
import { variableName } from '../configuration/names.ts'
import { chartData, chartSummaryExample } from '../entities/chart.ts'
import { indicatorExample, indicatorVariable } from '../entities/indicator.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { chartStates } from './example-states/chart-states.ts'
import { inStates } from './example-states/in-states.ts'
import { indicatorStates } from './example-states/indicator-states.ts'
import { variableEntry } from './variable-entry.ts'

/** Tiles in a row; the first is the main one. */
export const variableBlock = defineWidget({
  type: 'variable-block',
  title: 'Variable block',
  description:
    'Tiles in a row, the first being the main one. With expressions or blocks, a tile opens a chart under itself.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    variables: z
      .array(variableEntry)
      .min(1, 'a variable block needs at least one variable')
      .describe('The tiles from left to right.'),
    expressions: z
      .array(variableName)
      .default([])
      .describe(
        "Indicators or questions drawn in the chart under a tile, beside the tile's own; those on another scale are left out there.",
      ),
    blocks: z
      .array(
        z.strictObject({
          title: localText.describe('Heading of the row.'),
          variables: z.array(variableEntry).min(1).describe('Its tiles from left to right.'),
        }),
      )
      .default([])
      .describe('Further rows of tiles under the first.'),
    rootOnly: z.boolean().default(false).describe('Shown to root users alone, and marked as such.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        variables: z.array(indicatorVariable),
        blocks: z.array(z.object({ title: localText, variables: z.array(indicatorVariable) })).optional(),
      }),
    },
    chart: {
      /** `index` counts the tiles from 0, the first row first, then each block. */
      params: z.object({ index: z.coerce.number().int().min(0), period: z.string().max(80).optional() }),
      response: chartData,
    },
  },
  example: {
    config: {
      id: 'head',
      size: 12,
      variables: ['csi', { indicator: 'nps', extraVariables: ['answered'] }],
      blocks: [{ title: { en: 'Staff' }, variables: ['helpful'] }],
    },
    responses: {
      data: { variables: [indicatorExample], blocks: [{ title: { en: 'Staff' }, variables: [indicatorExample] }] },
      chart: {
        categories: ['2026-01-01', '2026-02-01'],
        series: [{ name: 'CSI', data: [71.5, 74.1] }],
        descriptors: [{ title: 'CSI', variable: 'csi', color: null }],
        summary: {
          ...chartSummaryExample,
          value: '74',
          change: '3',
          arrow: 1,
          base: '71',
          chance: { low: 0.6, high: 5.4, isMore: true },
          at: 1,
          before: 0,
        },
      },
    },
    states: inStates((state) => ({
      data: {
        variables: [
          indicatorStates[state],
          { ...indicatorStates[state], name: 'nps', ...(state === 'few' && { goalStatus: true }) },
        ],
        blocks: [{ title: { en: 'Staff' }, variables: [indicatorStates[state]] }],
      },
      chart: chartStates[state],
    })),
  },
})
