import { logOddsRatios } from '#server/domain/statistics/log-odds.ts'
import { saysTheSame, termsOf } from './term-index.ts'
import type { Term } from './term-index.ts'

/** A word or pair that stands out in some comments against all others. */
export interface SuggestedWord extends Term {
  /** How much it stands out, in standard deviations. */
  z: number
  /** Its comments among those that it stands out in. */
  nAmong: number
  /** Its comments that were not caught yet. */
  nNew: number
}

/** A comment that words are taken from. */
export interface SuggestingComment {
  text: string
  /** Whether it is one of those in which words are to stand out. */
  isAmong: boolean
  /** Whether the category has it already. */
  isCaught: boolean
}

/** Weight of the prior: a share of all words that there are, so that it neither hides few comments nor is nothing beside many. */
const priorShare = 0.1
const mostPrior = 500
/** Words of fewer comments are no sign of anything. */
const fewest = 3
/** From here on a word stands out: 1 in 40 words of two groups alike would. */
const standsOut = 1.96

/**
 * The words and pairs that stand out in some comments of a language and would catch comments that are not caught yet, `most` at
 * most, those first that stand out most.
 */
export async function suggestedWords(
  comments: readonly SuggestingComment[],
  lang: string,
  most: number,
  pause: () => Promise<void>,
): Promise<SuggestedWord[]> {
  const terms = await termsOf(
    comments.map(({ text }) => text),
    lang,
    pause,
  )
  const found = (['word', 'pair'] as const)
    .flatMap((kind) =>
      ranked(
        terms.filter((term) => term.kind === kind),
        comments,
      ),
    )
    .filter(({ z, nAmong, nNew }) => z >= standsOut && nAmong >= fewest && nNew > 0)
    .toSorted((a, b) => b.z - a.z || (a.pattern < b.pattern ? -1 : 1))
  const kept: SuggestedWord[] = []
  for (const one of found) {
    if (kept.length === most) break
    if (!kept.some((better) => saysTheSame(better, one))) kept.push(one)
  }
  return kept
}

function ranked(terms: readonly Term[], comments: readonly SuggestingComment[]): SuggestedWord[] {
  const counted = terms.map((term) => ({
    term,
    nAmong: term.comments.filter((at) => comments[at]?.isAmong).length,
    nNew: term.comments.filter((at) => !comments[at]?.isCaught).length,
  }))
  const odds = logOddsRatios(
    counted.map(({ term, nAmong }) => ({ inGroup: nAmong, elsewhere: term.comments.length - nAmong })),
    Math.min(mostPrior, priorShare * counted.reduce((sum, { term }) => sum + term.comments.length, 0)),
  )
  return counted.map(({ term, ...counts }, at) => ({ ...term, ...counts, z: odds[at]?.z ?? 0 }))
}
