import { z } from 'zod'
import { localText } from '../local-text.ts'
import { named } from './names.ts'

/** Most patterns of a category in one language, and most letters of one. */
export const maxPatterns = 500
export const maxPatternLength = 60

const patterns = z.array(z.string().min(1).max(maxPatternLength)).max(maxPatterns).default([])

/** Word patterns of a category in one language: `*` stands for any letters; `exclude` takes back what matched. */
const patternList = z.strictObject({ patterns, exclude: patterns })

/** A category of comments: a title, an optional fixed polarity, its patterns per language, and categories below it. */
const category = z.strictObject({
  title: localText.optional(),
  polarity: z.enum(['positive', 'negative']).optional(),
  en: patternList.optional(),
  sv: patternList.optional(),
  no: patternList.optional(),
  da: patternList.optional(),
  fi: patternList.optional(),
  get children() {
    return named(category).optional()
  },
})

/** A category as configured. */
export type CategoryConfig = z.infer<typeof category>

/** The categories comments are sorted into, by name. */
export const taxonomyConfig = named(category)

/** The categories of comments as configured. */
export type TaxonomyConfig = z.output<typeof taxonomyConfig>

/** Languages that patterns of categories are written in. */
export const patternLanguages = ['en', 'sv', 'no', 'da', 'fi'] as const

/** All configured categories with their ids, names from the top joined by `/`, each before the ones below it. */
export function* walkCategories(
  taxonomy: TaxonomyConfig,
  above: string | null = null,
): Generator<{ id: string; parent: string | null; category: CategoryConfig }> {
  for (const [name, one] of Object.entries(taxonomy)) {
    const id = above === null ? name : `${above}/${name}`
    yield { id, parent: above, category: one }
    yield* walkCategories(one.children ?? {}, id)
  }
}
