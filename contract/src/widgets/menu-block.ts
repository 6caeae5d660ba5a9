import { z } from 'zod'
import { localText } from '../local-text.ts'
import { nestedComponent } from './component.ts'
import { componentBase, defineWidget } from './define-widget.ts'

/** Tabs, each with a component. */
export const menuBlock = defineWidget({
  type: 'menu-block',
  title: 'Menu block',
  description: "Tabs with titles; the chosen tab's component is shown.",
  sizes: [6, 8, 12],
  config: z.strictObject({
    ...componentBase,
    items: z
      .array(
        z.strictObject({
          title: localText.describe('Text of the tab.'),
          component: nestedComponent.describe('What the tab shows.'),
        }),
      )
      .min(1, 'a menu block needs at least one item')
      .describe('The tabs; the first is open at first.'),
  }),
  calls: {},
  example: {
    config: {
      id: 'tabs',
      size: 12,
      items: [{ title: { en: 'Results' }, component: { type: 'results-block', config: { id: 'inner' } } }],
    },
    responses: {},
  },
})
