import { createHash } from 'node:crypto'
import type { ShapeProblem } from '@gensvar/contract/configuration/problems'
import { patternLanguages, walkCategories } from '@gensvar/contract/configuration/taxonomy'
import type { TaxonomyConfig } from '@gensvar/contract/configuration/taxonomy'
import { compileTaxonomy } from '#server/domain/text/categories/taxonomy.ts'
import type { CategorySetting, Taxonomy } from '#server/domain/text/categories/taxonomy.ts'
import { starterTaxonomies, starterVersion } from '#server/domain/text/languages.ts'
import type { ListedLanguage } from '#server/domain/text/languages.ts'

/** A category that comments can be in, with its name by language. */
export interface NamedCategory {
  id: string
  /** The category above it; null at the top. */
  parent: string | null
  title: Readonly<Record<string, string>>
}

/** Whether a survey has categories of its own; else it has the starter ones of each language. */
function hasOwn(taxonomy: TaxonomyConfig): boolean {
  return Object.keys(taxonomy).length > 0
}

/** The categories of a survey, each before the ones inside it. */
export function categoriesOf(taxonomy: TaxonomyConfig): readonly NamedCategory[] {
  if (!hasOwn(taxonomy)) return starterCategories()
  return [...walkCategories(taxonomy)].map(({ id, parent, category: { title } }) => {
    const own = id.slice(id.lastIndexOf('/') + 1)
    const given = typeof title === 'string' ? { en: title } : { ...title }
    return { id, parent, title: Object.keys(given).length > 0 ? given : { en: own } }
  })
}

let starters: readonly NamedCategory[] | null = null

/** The starter taxonomies have the same categories in each language. */
function starterCategories(): readonly NamedCategory[] {
  starters ??= starterTaxonomies().en.map(({ id }) => ({
    id,
    parent: id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : null,
    title: Object.fromEntries(
      patternLanguages.flatMap((lang) => {
        const found = starterTaxonomies()[lang].find((category) => category.id === id)
        return found ? [[lang, found.title]] : []
      }),
    ),
  }))
  return starters
}

/** The taxonomies of a survey by language; none where it has no categories of its own. What is wrong in one is left out. */
export function taxonomiesOf(taxonomy: TaxonomyConfig): Partial<Record<ListedLanguage, Taxonomy>> {
  if (!hasOwn(taxonomy)) return {}
  return Object.fromEntries(
    patternLanguages.map((lang) => [lang, compileTaxonomy(settingsIn(taxonomy, lang)).taxonomy]),
  )
}

/** Changes whenever a comment may be put into other categories. */
export function taxonomyVersion(taxonomy: TaxonomyConfig): string {
  if (!hasOwn(taxonomy)) return starterVersion()
  // Titles put no comment anywhere.
  const written = JSON.stringify(taxonomy, (key, value: unknown) => (key === 'title' ? undefined : value))
  return createHash('sha256').update(written).digest('hex').slice(0, 12)
}

/** What is wrong with the patterns of a configured taxonomy, and with its size. */
export function taxonomyProblems(taxonomy: TaxonomyConfig): ShapeProblem[] {
  const found = new Map<string, ShapeProblem>()
  for (const lang of patternLanguages)
    for (const problem of compileTaxonomy(settingsIn(taxonomy, lang)).problems) {
      // Names and the words "children" alternate; patterns stand at a place where "children" could.
      const path = problem.path.flatMap((step, at) =>
        at % 2 === 1 && (step === 'patterns' || step === 'exclude') ? [lang, step] : [step],
      )
      path.unshift('taxonomy')
      found.set(JSON.stringify(path), { ...problem, path })
    }
  return [...found.values()]
}

/** A configured taxonomy as one of a single language. */
function settingsIn(taxonomy: TaxonomyConfig, lang: ListedLanguage): Record<string, CategorySetting> {
  return Object.fromEntries(
    Object.entries(taxonomy).map(([name, category]) => [
      name,
      {
        polarity: category.polarity,
        patterns: category[lang]?.patterns ?? [],
        exclude: category[lang]?.exclude ?? [],
        children: settingsIn(category.children ?? {}, lang),
      },
    ]),
  )
}
