import { ILLEGAL_FILTER, plainToken, printPath } from './drill-path.ts'
import type { PathToken, SplitPath } from './drill-path.ts'

/** The path one level down, at the unit named by `value`; the filters stay. */
export function childPath(path: SplitPath, level: string, value: string): SplitPath {
  return { ...path, place: [...path.place, plainToken(level, value)] }
}

/** The path one level up; the filters stay. The parent of the top is the top. */
export function parentPath(path: SplitPath): SplitPath {
  return { ...path, place: path.place.slice(0, -1) }
}

/** The path at the top of its view, with its filters. */
export function filtersOnly(path: SplitPath): SplitPath {
  return { ...path, place: [] }
}

/** Sets a filter: takes the place of the ones with its name, or comes last. A token without values removes them. */
export function withFilter(path: SplitPath, token: PathToken): SplitPath {
  const at = path.filters.findIndex((filter) => filter.name === token.name)
  const filters = path.filters.filter((filter) => filter.name !== token.name)
  if (token.values.length > 0) filters.splice(at === -1 ? filters.length : at, 0, token)
  return { ...path, filters }
}

/** Removes every filter of that name; the place stays. */
export function withoutFilter(path: SplitPath, name: string): SplitPath {
  return { ...path, filters: path.filters.filter((filter) => filter.name !== name) }
}

/** Leaves out the hidden filter, which is the server's alone to set and is never shown. */
export function withoutIllegal(tokens: readonly PathToken[]): PathToken[] {
  return tokens.filter((token) => token.name !== ILLEGAL_FILTER)
}

/** Both lists of filters, each token once. All filters of a path hold together, so the result asks for both. */
export function mergeFilters(first: readonly PathToken[], second: readonly PathToken[]): PathToken[] {
  const merged = new Map<string, PathToken>()
  for (const token of [...first, ...second]) {
    const printed = printPath([token])
    if (!merged.has(printed)) merged.set(printed, token)
  }
  return [...merged.values()]
}

/**
 * The path that asks for both: it stays at the first one's place, goes down with the second one where that lies further
 * down the same way, and keeps any other place of the second one as filters on its levels.
 */
export function mergePaths(first: SplitPath, second: SplitPath): SplitPath {
  const below =
    first.view === second.view &&
    first.place.every((token, depth) => printPath([token]) === printPath(second.place.slice(depth, depth + 1)))
  const place = below ? second.place : first.place
  const held = new Set(place.map((token) => printPath([token])))
  const elsewhere = [...(below ? [] : second.place)].filter((token) => !held.has(printPath([token])))
  return { view: first.view, place, filters: mergeFilters(first.filters, [...elsewhere, ...second.filters]) }
}
