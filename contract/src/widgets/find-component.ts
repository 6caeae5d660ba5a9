import type { AnyComponent } from './component.ts'
import { isComponentOf } from './index.ts'

/** Anything with components: a page of the configuration or of the wire. */
interface HasComponents {
  components: readonly AnyComponent[]
}

/** Components directly inside a component: a menu block's, a discriminator's, a selection block's own. */
export function childComponents(parent: AnyComponent): AnyComponent[] {
  if (isComponentOf(parent, 'menu-block')) return parent.config.items.map((item) => item.component)
  if (isComponentOf(parent, 'discriminator')) return parent.config.branches.flatMap((branch) => branch.components)
  if (isComponentOf(parent, 'selection-block')) {
    return parent.config.items.filter((item): item is AnyComponent => typeof item !== 'string')
  }
  return []
}

/** All components of pages, each before the ones inside it. */
export function* walkComponents(pages: readonly HasComponents[]): Generator<AnyComponent> {
  for (const page of pages) yield* walk(page.components)
}

function* walk(components: readonly AnyComponent[]): Generator<AnyComponent> {
  for (const component of components) {
    yield component
    yield* walk(childComponents(component))
  }
}

/** The component with an id, searched in every page and inside components that hold others. */
export function findComponent(pages: readonly HasComponents[], id: string): AnyComponent | undefined {
  for (const component of walkComponents(pages)) {
    if (component.config.id === id) return component
  }
  return undefined
}
