import { printPath } from '@gensvar/contract/drill-path'
import type { PathToken, SplitPath } from '@gensvar/contract/drill-path'

/** What two paths differ in: the place, the period, and the filters by name. */
export interface Differing {
  place: boolean
  period: boolean
  /** Names of the filters that are not the same in both. */
  filters: readonly string[]
}

/** What two sides of a page differ in. `dateNames` are the names of the filters that choose the period. */
export function differing(a: SplitPath, b: SplitPath, dateNames: ReadonlySet<string>): Differing {
  const named = ({ filters }: SplitPath, name: string): PathToken[] => filters.filter((filter) => filter.name === name)
  const names = [...new Set([...a.filters, ...b.filters].map(({ name }) => name))]
  const others = names.filter((name) => printPath(named(a, name)) !== printPath(named(b, name)))
  return {
    place: a.view !== b.view || printPath(a.place) !== printPath(b.place),
    period: others.some((name) => dateNames.has(name)),
    filters: others.filter((name) => !dateNames.has(name)),
  }
}
