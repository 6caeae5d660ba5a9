import type { AnyComponent } from './component.ts'
import { isComponentOf } from './index.ts'

/** Anything with components: a page of the configuration or of the wire. */
interface HasComponents {
  components: readonly AnyComponent[]
}

/** A component and its path from the list of pages. */
export interface PlacedComponent {
  component: AnyComponent
  path: (string | number)[]
}

/** Components directly inside a component, each with its path from it. */
function childrenOf(parent: AnyComponent): PlacedComponent[] {
  if (isComponentOf(parent, 'menu-block')) {
    return parent.config.items.map(({ component }, at) => ({ component, path: ['config', 'items', at, 'component'] }))
  }
  if (isComponentOf(parent, 'discriminator')) {
    return parent.config.branches.flatMap((branch, branchAt) =>
      branch.components.map((component, at) => ({
        component,
        path: ['config', 'branches', branchAt, 'components', at],
      })),
    )
  }
  if (isComponentOf(parent, 'selection-block')) {
    return parent.config.items.flatMap((item, at) =>
      typeof item === 'string' ? [] : [{ component: item, path: ['config', 'items', at] }],
    )
  }
  return []
}

/** Components directly inside a component: a menu block's, a discriminator's, a selection block's own. */
export function childComponents(parent: AnyComponent): AnyComponent[] {
  return childrenOf(parent).map((child) => child.component)
}

/** All components of pages with their paths from the list of pages, each before the ones inside it. */
export function* walkComponents(pages: readonly HasComponents[]): Generator<PlacedComponent> {
  for (const [pageAt, page] of pages.entries()) {
    for (const [at, component] of page.components.entries()) {
      yield* walk({ component, path: [pageAt, 'components', at] })
    }
  }
}

function* walk(placed: PlacedComponent): Generator<PlacedComponent> {
  yield placed
  for (const child of childrenOf(placed.component)) {
    yield* walk({ component: child.component, path: [...placed.path, ...child.path] })
  }
}

/** The component with an id, searched in every page and inside components that hold others. */
export function findComponent(pages: readonly HasComponents[], id: string): AnyComponent | undefined {
  for (const { component } of walkComponents(pages)) {
    if (component.config.id === id) return component
  }
  return undefined
}
