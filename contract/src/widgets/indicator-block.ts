import { z } from 'zod'
import { pathText, variableName } from '../configuration/names.ts'
import { indicatorExample, indicatorVariable } from '../entities/indicator.ts'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'

/** One indicator at several places. */
export const indicatorBlock = defineWidget({
  type: 'indicator-block',
  title: 'Indicator block',
  description: 'Tiles of one indicator at several places, in groups with a menu.',
  sizes: [6, 8, 12],
  built: false,
  config: z.strictObject({
    ...componentBase,
    indicator: variableName.describe('The indicator or question shown.'),
    groups: z
      .array(
        z.strictObject({
          title: localText.describe('Text of the entry.'),
          paths: z.array(pathText).min(1).describe('Drill paths of the places, a tile each.'),
        }),
      )
      .min(1)
      .describe('Entries of the menu, each with its places.'),
  }),
  calls: {
    data: {
      params: noParams,
      response: z.object({
        title: localText,
        groups: z.array(z.object({ title: localText, variables: z.array(indicatorVariable) })),
      }),
    },
  },
  example: {
    config: {
      id: 'ib',
      size: 12,
      title: { en: 'Regions' },
      indicator: 'csi',
      groups: [{ title: { en: 'North' }, paths: ['country=SE;region=north'] }],
    },
    responses: {
      data: { title: { en: 'Regions' }, groups: [{ title: { en: 'North' }, variables: [indicatorExample] }] },
    },
  },
})
