import { z } from 'zod'
import { extName } from '../configuration/names.ts'
import { nestedComponent } from './component.ts'
import { componentBase, defineWidget } from './define-widget.ts'

/** A menu over other components. */
export const selectionBlock = defineWidget({
  type: 'selection-block',
  title: 'Selection block',
  description: 'A "selected data" menu over components, and the period menus of the charts among them.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    items: z
      .array(z.union([extName, nestedComponent]))
      .min(1, 'a selection block needs at least one item')
      .describe('Ids of components on the same page, or components of its own.'),
    periods: z.boolean().default(true).describe('Takes over the period links of the charts.'),
  }),
  calls: {},
  example: { config: { id: 'selected', size: 4, items: ['trend'], periods: true }, responses: {} },
})
