import type { z } from 'zod'
import { bindComponents, type AnyComponent } from './component.ts'
import { developmentChart } from './development-chart.ts'
import { discriminator } from './discriminator.ts'
import { globalOverview } from './global-overview.ts'
import { menuBlock } from './menu-block.ts'
import { rankingTable } from './ranking-table.ts'
import { resultsBlock } from './results-block.ts'
import { selectionBlock } from './selection-block.ts'
import { variableBlock } from './variable-block.ts'
// new widget: import

/** Every widget by its type. */
export const widgets = {
  'variable-block': variableBlock,
  'development-chart': developmentChart,
  'ranking-table': rankingTable,
  'results-block': resultsBlock,
  'selection-block': selectionBlock,
  'menu-block': menuBlock,
  discriminator,
  'global-overview': globalOverview,
  // new widget: entry
}

/** Name of a widget. */
export type WidgetType = keyof typeof widgets

/** The configuration of a widget, with every default filled in. */
export type WidgetConfig<Type extends WidgetType> = z.output<(typeof widgets)[Type]['config']>

/** Names of a widget's calls. */
export type WidgetCallName<Type extends WidgetType> = keyof (typeof widgets)[Type]['calls'] & string

/** A component of a known type. */
export type Component = { [Type in WidgetType]: { type: Type; config: WidgetConfig<Type> } }[WidgetType]

/** Names of all widgets. */
export const widgetTypes = Object.keys(widgets) as WidgetType[]

/** Schema of a component: strict for a known type, anything for an unknown one. */
export const component = bindComponents(Object.values(widgets))

/** Tells whether a type is one of the widgets. */
export function isKnownType(type: string): type is WidgetType {
  return Object.hasOwn(widgets, type)
}

/** Tells whether a component is of a type, and gives its configuration that type's shape. */
export function isComponentOf<Type extends WidgetType>(
  candidate: AnyComponent,
  type: Type,
): candidate is AnyComponent & { type: Type; config: WidgetConfig<Type> } {
  return candidate.type === type
}
