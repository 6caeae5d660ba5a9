import { protectedSections } from '@gensvar/contract/dashboard-editor'
import type { ProblemPath } from '@gensvar/contract/configuration/problems'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import { isDeepStrictEqual } from 'node:util'

/** Where two configurations differ in what decides who sees or does what: sections, and who may edit tables of pages. */
export function protectedDifferences(before: SurveyConfig, after: SurveyConfig): ProblemPath[] {
  const sections = protectedSections.filter(
    (path) => !isDeepStrictEqual(sectionOf(before, path), sectionOf(after, path)),
  )
  const editors = editorsOf(before)
  const tables = [...tablesOf(after)].filter(({ id, names }) => !isSubset(names, editors.get(id) ?? []))
  return [...sections.map((path) => [...path]), ...tables.map(({ path }) => path)]
}

/** A configuration whose protected sections are those of another one. */
export function withProtectedOf(published: SurveyConfig, draft: SurveyConfig): SurveyConfig {
  let config: SurveyConfig = draft
  for (const [key, inner] of protectedSections) {
    const theirs: unknown = Reflect.get(published, key)
    const own: unknown = Reflect.get(config, key)
    const value = inner === undefined ? theirs : { ...(own as object), [inner]: Reflect.get(theirs as object, inner) }
    config = { ...config, [key]: value }
  }
  return config
}

function sectionOf(config: SurveyConfig, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value === undefined ? value : Reflect.get(value as object, key)), config)
}

/** The roles that may edit each table, by the id of its component. */
function editorsOf(config: SurveyConfig): ReadonlyMap<string, readonly string[]> {
  return new Map([...tablesOf(config)].map(({ id, names }) => [id, names]))
}

function* tablesOf({ pages }: SurveyConfig): Generator<{ id: string; names: readonly string[]; path: ProblemPath }> {
  for (const { component, path } of walkComponents(pages)) {
    if (!isComponentOf(component, 'data-table') || component.config.source !== 'server') continue
    const { id, editors } = component.config
    yield { id, names: editors, path: ['pages', ...path, 'config', 'editors'] }
  }
}

function isSubset(names: readonly string[], of: readonly string[]): boolean {
  return names.every((name) => of.includes(name))
}
