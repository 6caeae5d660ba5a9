import { createContext, use } from 'react'
import type { ComponentType } from 'react'
import type { AnyComponent } from '@gensvar/contract/widgets/component'

/** How components of a page are drawn. */
export interface ComponentViews {
  /** One component, by its type. */
  ComponentView: ComponentType<{ component: AnyComponent }>
  /** Several, on the twelve columns. */
  Components: ComponentType<{ components: readonly AnyComponent[] }>
}

/**
 * Set by the grid around a page's components. A widget that contains others gets their views here, because importing
 * the grid would be circular: the grid imports the list of all widgets, which imports the widget.
 */
export const ComponentViewsContext = createContext<ComponentViews | null>(null)

/** The views with which a widget draws the components it contains. */
export function useComponentViews(): ComponentViews {
  const views = use(ComponentViewsContext)
  if (views === null) throw new Error('A widget that holds others stands outside a page')
  return views
}
