import { say } from '@gensvar/contract/say'
import { Categoriser } from '#server/domain/text/categories/categorise.ts'
import { compileTaxonomy } from '#server/domain/text/categories/taxonomy.ts'
import { languageData } from '#server/domain/text/languages.ts'
import type { ListedLanguage } from '#server/domain/text/languages.ts'
import { tokensOf } from '#server/domain/text/tokens.ts'
import { AppError } from '#server/platform/errors.ts'

/** The newest comments, among which patterns are tried and from which they are suggested. */
export const readComments = 2000

/** Places of a comment that patterns caught. */
export type Caught = { start: number; end: number; pattern: string }[]

/**
 * Tells what the patterns of one category catch in comments of a language; null where they catch nothing. Throws `validation` at
 * each pattern that cannot be read.
 */
export function draftMatcher(
  language: ListedLanguage,
  { patterns, exclude }: { patterns: string[]; exclude: string[] },
): (text: string) => Caught | null {
  const { taxonomy, problems } = compileTaxonomy({ tried: { patterns, exclude, children: {} } })
  if (problems.length > 0)
    throw new AppError(
      'validation',
      say`Some patterns cannot be read.`,
      Object.fromEntries(problems.map(({ path, message }) => [path.slice(1).join('.'), say`${message}`])),
    )
  const categoriser = new Categoriser(taxonomy, languageData(language).lexicon.endings)
  // What the comment says does not decide whether it is caught.
  const unjudged = { label: 'neu' as const, score: 0, mixed: false, spans: [], flags: [] }
  return (text) => categoriser.find({ ...unjudged, tokens: tokensOf(text) })[0]?.spans ?? null
}
