import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CommentInput } from '../analysis.ts'
import { LexiconAnalyzer } from '../lexicon-analyzer.ts'
import { featuresOf } from './features.ts'
import { randomNumbers, shuffle } from '#server/domain/statistics/seeded-random.ts'
import { chanceOfGood, learn } from './logistic.ts'
import type { Example, LogisticModel } from './logistic.ts'
import { ratingSides, sidesOf } from './rating-scale.ts'

/** A comment with the rating its writer gave. */
export interface RatedComment extends CommentInput {
  rating: number
  /** What a person who read it said of it: that counts instead of the rating. Null where it is neither good nor bad. */
  corrected?: 'good' | 'bad' | null | undefined
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
export const fewestOfSide = 50
/** Every how manieth comment is kept apart. */
const keptApart = 5

interface Judged extends Example {
  score: number
}

/** How comments are learnt from. */
interface TrainingOptions {
  signal?: AbortSignal
  /** Ends of the scale of the ratings; by default it is guessed from them. */
  scale?: readonly [low: number, high: number]
  /** Is told now and then which share of the work is done, 0 to 1. */
  progress?: (share: number) => void
}

/**
 * Learns from rated comments and tries it on a fifth of them, which are kept apart meanwhile; the model returned has
 * learnt from all. Keeps its thread busy for seconds where there are many. Throws when `signal` aborts.
 */
export async function train(
  comments: readonly RatedComment[],
  { signal, scale, progress }: TrainingOptions = {},
): Promise<Training> {
  const analyzer = new LexiconAnalyzer()
  const sideOf = scale ? sidesOf(...scale) : ratingSides(comments.map(({ rating }) => rating))
  const examples: Judged[] = []
  for (const [index, { rating, corrected, ...comment }] of comments.entries()) {
    const side = corrected === undefined ? sideOf(rating) : corrected
    if (index % 100 === 0) await step(index / comments.length / 2)
    if (side === null || comment.text.trim() === '') continue
    const { judgement, negates } = analyzer.judgeOne(comment)
    examples.push({ features: featuresOf(judgement, negates), isGood: side === 'good', score: judgement.score })
  }
  const good = examples.filter(({ isGood }) => isGood).length
  const bad = examples.length - good
  const holdOut = { n: 0, lexicon: 0, trained: 0 }
  if (Math.min(good, bad) < fewestOfSide) return { model: null, good, bad, holdOut, isBetter: false }

  shuffle(examples, randomNumbers(1))
  const apart = examples.filter((_, index) => index % keptApart === 0)
  const tried = await learn(
    examples.filter((_, index) => index % keptApart !== 0),
    (done) => step(0.5 + done / 4),
  )
  holdOut.n = apart.length
  holdOut.trained = shareOf(apart, ({ features, isGood }) => (chanceOfGood(tried, features) >= 0.5 === isGood ? 1 : 0))
  // A comment that the word list says nothing of is right in half of the cases.
  holdOut.lexicon = shareOf(apart, ({ score, isGood }) => (score === 0 ? 0.5 : score > 0 === isGood ? 1 : 0))
  const model = await learn(examples, (done) => step(0.75 + done / 4))
  return { model, good, bad, holdOut, isBetter: holdOut.trained > holdOut.lexicon }

  async function step(share: number): Promise<void> {
    signal?.throwIfAborted()
    progress?.(share)
    // An abort of the signal may be waiting to be heard.
    await nextTurn()
  }
}

function shareOf(examples: readonly Judged[], right: (example: Judged) => number): number {
  return examples.reduce((sum, example) => sum + right(example), 0) / examples.length
}
