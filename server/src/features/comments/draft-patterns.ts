import { say } from '@gensvar/contract/say'
import { compileTaxonomy } from '#server/domain/text/categories/taxonomy.ts'
import type { Taxonomy } from '#server/domain/text/categories/taxonomy.ts'
import { AppError } from '#server/platform/errors.ts'

/** The newest comments, among which patterns are tried and from which they are suggested. */
export const readComments = 2000

/** The patterns of one category as a taxonomy of it alone. Throws `validation` at each that cannot be read. */
export function draftTaxonomy({ patterns, exclude }: { patterns: string[]; exclude: string[] }): Taxonomy {
  const { taxonomy, problems } = compileTaxonomy({ tried: { patterns, exclude, children: {} } })
  if (problems.length === 0) return taxonomy
  throw new AppError(
    'validation',
    say`Some patterns cannot be read.`,
    Object.fromEntries(problems.map(({ path, message }) => [path.slice(1).join('.'), say`${message}`])),
  )
}
