import { LexiconAnalyzer } from '../lexicon-analyzer.ts'
import { featuresOf } from './features.ts'
import { chanceOfGood, learn, randomNumbers, shuffle } from './logistic.ts'
import type { Example, LogisticModel } from './logistic.ts'
import { ratingSides } from './rating-scale.ts'

/** A comment with the rating its writer gave. */
export interface RatedComment {
  text: string
  rating: number
  lang?: string | undefined
}

/** What training came to. */
export interface Training {
  /** Null if there were too few comments to learn from. */
  model: LogisticModel | null
  /** Comments with a good and with a bad rating; those between are left out. */
  good: number
  bad: number
  /** Of the comments kept apart: how many, and the shares that the word list and what was learnt told rightly, 0 to 1. */
  holdOut: { n: number; lexicon: number; trained: number }
  /** Whether what was learnt beats the word list on the comments kept apart. Only then it should be used. */
  isBetter: boolean
}

/** Fewest comments of each side to learn from. */
const fewest = 50
/** Every how manieth comment is kept apart. */
const keptApart = 5

interface Judged extends Example {
  score: number
}

/**
 * Learns from rated comments and tries it on a fifth of them, which are kept apart meanwhile; the model returned has
 * learnt from all. `pause` is awaited between steps, so that a server can do other work. Throws when `signal` aborts.
 */
export async function train(
  comments: readonly RatedComment[],
  { signal, pause }: { signal?: AbortSignal; pause?: () => Promise<void> } = {},
): Promise<Training> {
  const analyzer = new LexiconAnalyzer()
  const sideOf = ratingSides(comments.map(({ rating }) => rating))
  const examples: Judged[] = []
  for (const [index, { text, rating, lang }] of comments.entries()) {
    const side = sideOf(rating)
    if (index % 100 === 0) await step()
    if (side === null || text.trim() === '') continue
    const { judgement, negates } = analyzer.judgeOne({ text, lang })
    examples.push({ features: featuresOf(judgement, negates), isGood: side === 'good', score: judgement.score })
  }
  const good = examples.filter(({ isGood }) => isGood).length
  const bad = examples.length - good
  const holdOut = { n: 0, lexicon: 0, trained: 0 }
  if (Math.min(good, bad) < fewest) return { model: null, good, bad, holdOut, isBetter: false }

  shuffle(examples, randomNumbers(1))
  const apart = examples.filter((_, index) => index % keptApart === 0)
  const tried = await learn(
    examples.filter((_, index) => index % keptApart !== 0),
    step,
  )
  holdOut.n = apart.length
  holdOut.trained = shareOf(apart, ({ features, isGood }) => (chanceOfGood(tried, features) >= 0.5 === isGood ? 1 : 0))
  // A comment that the word list says nothing of is right in half of the cases.
  holdOut.lexicon = shareOf(apart, ({ score, isGood }) => (score === 0 ? 0.5 : score > 0 === isGood ? 1 : 0))
  const model = await learn(examples, step)
  return { model, good, bad, holdOut, isBetter: holdOut.trained > holdOut.lexicon }

  async function step(): Promise<void> {
    signal?.throwIfAborted()
    await pause?.()
  }
}

function shareOf(examples: readonly Judged[], right: (example: Judged) => number): number {
  return examples.reduce((sum, example) => sum + right(example), 0) / examples.length
}
