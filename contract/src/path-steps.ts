import {
  ILLEGAL_FILTER,
  encodeValue,
  joinPath,
  plainToken,
  plainValue,
  printDrillPath,
  printPath,
} from './drill-path.ts'
import type { PathToken, PathView, SplitPath } from './drill-path.ts'

/** The path one level down, at the unit named by `value`; the filters stay. */
export function childPath(path: SplitPath, level: string, value: string): SplitPath {
  return { ...path, place: [...path.place, plainToken(level, value)] }
}

/** Writes the paths one level down, as `printDrillPath` writes each; what they share is written once. */
export function childPrinter(path: SplitPath, level: string, views: readonly PathView[]): (value: string) => string {
  const letter = 'x'
  const tokens = joinPath(childPath(path, level, letter), views)
  const upTo = printPath(tokens.slice(0, tokens.length - path.filters.length))
  const before = upTo.slice(0, -letter.length)
  const after = printPath(tokens).slice(upTo.length)
  return (value) =>
    value === ''
      ? printDrillPath(childPath(path, level, value), views)
      : before + encodeValue(plainValue(value)) + after
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

/**
 * The path of what a figure counts: over a period, where one is given, and with a further filter. A filter of its name that is
 * there already stays: rows have to meet both.
 */
export function countedPath(path: SplitPath, period: PathToken | null, filter: PathToken | null): SplitPath {
  const dated = period === null ? path : withFilter(path, period)
  return filter === null ? dated : { ...dated, filters: [...dated.filters, filter] }
}

/** Removes every filter of that name; the place stays. */
export function withoutFilter(path: SplitPath, name: string): SplitPath {
  return { ...path, filters: path.filters.filter((filter) => filter.name !== name) }
}

/** Leaves out the hidden filter, which only the server sets and which is never shown. */
export function withoutIllegal(tokens: readonly PathToken[]): PathToken[] {
  return tokens.filter((token) => token.name !== ILLEGAL_FILTER)
}

/** Both lists of filters, each token once. Rows must meet all filters of a path, so the result requires both lists. */
export function mergeFilters(first: readonly PathToken[], second: readonly PathToken[]): PathToken[] {
  const merged = new Map<string, PathToken>()
  for (const token of [...first, ...second]) {
    const printed = printPath([token])
    if (!merged.has(printed)) merged.set(printed, token)
  }
  return [...merged.values()]
}

/**
 * The path whose rows match both paths. Its place is the first path's, or the second's where that lies below the first;
 * any other place of the second path becomes filters on its levels.
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

/**
 * A path that stood beside another one, after that one has moved: what both had alike moves along, and what differed stays.
 * Filters are compared by name.
 */
export function movedAlong(beside: SplitPath, before: SplitPath, after: SplitPath): SplitPath {
  const isAlike = (a: readonly PathToken[], b: readonly PathToken[]): boolean => printPath(a) === printPath(b)
  const named = ({ filters }: SplitPath, name: string): PathToken[] => filters.filter((filter) => filter.name === name)
  const names = new Set([...after.filters, ...beside.filters].map(({ name }) => name))
  const filters = [...names].flatMap((name) =>
    named(isAlike(named(before, name), named(beside, name)) ? after : beside, name),
  )
  const { view, place } = before.view === beside.view && isAlike(before.place, beside.place) ? after : beside
  return { view, place, filters }
}
