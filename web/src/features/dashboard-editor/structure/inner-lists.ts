import { componentOf, isRecord } from './draft-pages.ts'
import type { DraftComponent } from './draft-pages.ts'
import type { Path } from './edit-text.ts'

/** An entry of a list of components. */
export interface ListEntry {
  /** Null for an entry that only names a component which stands elsewhere. */
  component: DraftComponent | null
  /** Its title in the component around it, such as that of a tab; undefined where it has none there. */
  title?: unknown
  /** The `id` that it names. */
  name: string
}

/** A list of components: that of a page, or one inside a component. */
export interface ComponentList {
  kind: 'page' | 'branch' | 'tabs' | 'selection'
  /** Its place in the text. */
  path: Path
  /** Position among the lists of the component that it is inside of, from 0. */
  place: number
  /** For whom a branch is: names of roles and views. */
  audience: readonly string[]
  entries: readonly ListEntry[]
  /** Entries that it needs. */
  least: number
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const entryOf = (value: unknown, title?: unknown): ListEntry => {
  if (typeof value === 'string') return { component: null, title, name: value }
  const component = componentOf(value)
  return { component, title, name: component.id }
}

/** The list of components of a page. */
export function listOfPage(pageAt: number, components: readonly DraftComponent[]): ComponentList {
  const entries = components.map((component) => ({ component, name: component.id }))
  return { kind: 'page', path: ['pages', pageAt, 'components'], place: 0, audience: [], entries, least: 0 }
}

/** The lists of components inside a component, whose place in the text is `path`: none for most kinds. */
export function innerLists({ type, config }: DraftComponent, path: Path): ComponentList[] {
  const { branches, items } = config
  const one = { path: [...path, 'config', 'items'], place: 0, audience: [], least: 1 }
  switch (type) {
    case 'discriminator':
      return listOf(branches).map((branch, place) => {
        const { roles, views, components } = isRecord(branch) ? branch : {}
        const audience = [...listOf(roles), ...listOf(views)].map(String)
        const entries = listOf(components).map((component) => entryOf(component))
        const at = [...path, 'config', 'branches', place, 'components']
        return { kind: 'branch', path: at, place, audience, entries, least: 0 }
      })
    case 'menu-block': {
      const tabs = listOf(items).map((item) => (isRecord(item) ? item : {}))
      return [{ ...one, kind: 'tabs', entries: tabs.map(({ component, title }) => entryOf(component, title)) }]
    }
    case 'selection-block':
      return [{ ...one, kind: 'selection', entries: listOf(items).map((item) => entryOf(item)) }]
    default:
      return []
  }
}

/** Where the component of an entry stands in the text. */
export function placeOf({ kind, path }: ComponentList, at: number): Path {
  return kind === 'tabs' ? [...path, at, 'component'] : [...path, at]
}

/** The places of all components inside one, each before those inside it. */
export function placesInside(component: DraftComponent, path: Path): { component: DraftComponent; path: Path }[] {
  return innerLists(component, path).flatMap((list) =>
    list.entries.flatMap((entry, at) => {
      if (!entry.component) return []
      const inner = { component: entry.component, path: placeOf(list, at) }
      return [inner, ...placesInside(inner.component, inner.path)]
    }),
  )
}

/** Whether a place is another one or inside it. */
export function isWithin(path: Path, around: Path): boolean {
  return around.every((key, at) => path[at] === key)
}

/** Where a place is after the entries of a list were reordered: `order` has their former positions. */
export function movedWith(path: Path, list: Path, order: readonly number[]): Path {
  const at = path[list.length]
  if (!isWithin(path, list) || typeof at !== 'number') return path
  return [...list, order.indexOf(at), ...path.slice(list.length + 1)]
}
