import { z } from 'zod'
import { localText } from '../local-text.ts'
import type { LocalText } from '../local-text.ts'
import { named } from './names.ts'

/** Word patterns of a category in one language: `*` stands for any letters; `exclude` takes back what matched. */
const patternList = z.strictObject({
  patterns: z.array(z.string().min(1)).default([]),
  exclude: z.array(z.string().min(1)).default([]),
})

/** Languages that patterns of categories are written in. */
export const patternLanguages = ['en', 'sv', 'no', 'da', 'fi'] as const

type PatternLists = Partial<Record<(typeof patternLanguages)[number], z.output<typeof patternList> | undefined>>

/** A category of comments as configured, with those inside it. */
export interface CategoryConfig extends PatternLists {
  title?: LocalText | undefined
  polarity?: 'positive' | 'negative' | undefined
  children: Record<string, CategoryConfig>
}

/** A category as written: everything may be left out. */
interface CategoryInput extends Partial<Record<(typeof patternLanguages)[number], z.input<typeof patternList>>> {
  title?: LocalText | undefined
  polarity?: 'positive' | 'negative' | undefined
  children?: Record<string, CategoryInput> | undefined
}

/** A category of comments: a title, an optional fixed polarity, its patterns per language and the categories inside it. */
const category: z.ZodType<CategoryConfig, CategoryInput> = z
  .strictObject({
    title: localText.optional(),
    polarity: z.enum(['positive', 'negative']).optional(),
    en: patternList.optional(),
    sv: patternList.optional(),
    no: patternList.optional(),
    da: patternList.optional(),
    fi: patternList.optional(),
    get children() {
      return named(category).default({})
    },
  })
  .meta({ id: 'Category' })

/** The categories comments are sorted into, by name. */
export const taxonomyConfig = named(category)

/** The categories of comments as configured. */
export type TaxonomyConfig = z.output<typeof taxonomyConfig>

/** A configured category with its id, names from the top joined by `/`, and where it stands. */
export interface PlacedCategory {
  id: string
  category: CategoryConfig
  path: string[]
}

/** All configured categories, each before the ones inside it. */
export function* walkCategories(
  taxonomy: TaxonomyConfig,
  above = '',
  path: readonly string[] = ['taxonomy'],
): Generator<PlacedCategory> {
  for (const [name, one] of Object.entries(taxonomy)) {
    const id = above === '' ? name : `${above}/${name}`
    const own = [...path, name]
    yield { id, category: one, path: own }
    yield* walkCategories(one.children, id, [...own, 'children'])
  }
}
