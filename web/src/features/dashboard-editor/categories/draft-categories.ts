import type { patternLanguages } from '@gensvar/contract/configuration/taxonomy'
import type { PlacedConfigurationProblem } from '@gensvar/contract/dashboard-editor'
import { isRecord, valueAt } from '../structure/draft-pages.ts'
import type { Path } from '../structure/edit-text.ts'

/** A language that patterns are written in. */
export type PatternLanguage = (typeof patternLanguages)[number]

/** A category of the text, whatever is in it. */
export interface DraftCategory {
  /** Where it stands in the configuration. */
  path: Path
  /** Its own name, and the names from the top joined by `/`. */
  name: string
  fullName: string
  depth: number
  value: Record<string, unknown>
}

/** The categories of a configuration, each before those inside it. */
export function categoriesOf(value: Record<string, unknown>): DraftCategory[] {
  return within(value['taxonomy'], ['taxonomy'], '', 0)
}

function within(categories: unknown, path: Path, parent: string, depth: number): DraftCategory[] {
  if (!isRecord(categories)) return []
  return Object.entries(categories).flatMap(([name, one]) => {
    const own = [...path, name]
    const fullName = parent === '' ? name : `${parent}/${name}`
    const category = { path: own, name, fullName, depth, value: isRecord(one) ? one : {} }
    return [category, ...within(category.value['children'], [...own, 'children'], fullName, depth + 1)]
  })
}

/** The patterns of a category in a language, or those that take back what matched. */
export function patternsOf(
  category: Record<string, unknown>,
  language: PatternLanguage,
  list: 'patterns' | 'exclude',
): string[] {
  const patterns = valueAt(category, [language, list])
  return Array.isArray(patterns) ? patterns.map(String) : []
}

/** Patterns as they are typed: separated by commas or lines. */
export function readPatterns(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map((one) => one.trim().replaceAll(/\s+/g, ' ')))].filter((one) => one !== '')
}

/** Whether a problem stands at a path or inside it. */
export function isAt(problem: PlacedConfigurationProblem, path: Path): boolean {
  return path.every((key, at) => problem.path[at] === key)
}
