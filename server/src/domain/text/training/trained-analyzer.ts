import type { CommentAnalysis, CommentInput, Span, TextAnalyzer } from '../analysis.ts'
import type { LexiconAnalyzer } from '../lexicon-analyzer.ts'
import { featuresOf, summarySlots } from './features.ts'
import type { Features } from './features.ts'
import type { Judgement } from '../judge.ts'
import { chanceOfGood, weightAt } from './logistic.ts'
import type { LogisticModel } from './logistic.ts'
import { modelName } from './model-bytes.ts'

/** How far from even the chances must be where the word list finds nothing, or both good and bad. */
const doubt = 0.1
/** Words that are shown as reasons, and what each of them moves at least. */
const mostReasons = 6
const leastReason = 0.05

/** Judges comments by what was learnt from rated ones. Language, categories and flags are those of the word list. */
export class TrainedAnalyzer implements TextAnalyzer {
  readonly id = 'trained'
  readonly version: string
  readonly #model: LogisticModel
  readonly #lexicon: LexiconAnalyzer

  constructor(model: LogisticModel, lexicon: LexiconAnalyzer) {
    this.#model = model
    this.#lexicon = lexicon
    this.version = `${lexicon.version}.${modelName(model)}`
  }

  async analyse(comments: readonly CommentInput[], signal?: AbortSignal): Promise<CommentAnalysis[]> {
    return comments.map((comment) => {
      signal?.throwIfAborted()
      return this.analyseOne(comment)
    })
  }

  /** Judges one comment. */
  analyseOne(comment: CommentInput): CommentAnalysis {
    const { analysis, judgement, negates } = this.#lexicon.judgeOne(comment)
    const engine = { id: this.id, version: this.version }
    if (judgement.tokens.length === 0 || judgement.flags.includes('nothing-to-say')) return { ...analysis, engine }
    const features = featuresOf(judgement, negates)
    const chance = chanceOfGood(this.#model, features)
    const isUnclear = analysis.mixed || analysis.flags.includes('nothing-found')
    const isDoubtful = isUnclear && Math.abs(chance - 0.5) < doubt
    return {
      ...analysis,
      engine,
      label: isDoubtful ? 'neu' : chance >= 0.5 ? 'pos' : 'neg',
      score: 2 * chance - 1,
      mixed: analysis.mixed && isDoubtful,
      spans: this.#reasons(comment.text, judgement, features),
      flags: analysis.flags.filter((flag) => flag !== 'nothing-found'),
    }
  }

  /**
   * The words that moved the judgement most, in the order of the comment. What pairs of words weigh is shared by their words;
   * what the judgement of the word list weighs as a whole, by the words it is made of.
   */
  #reasons(text: string, { tokens, spans }: Judgement, features: Features): Span[] {
    const moved = new Float64Array(tokens.length)
    const firstAt = new Map(tokens.map(({ start }, at) => [start, at]))
    const add = (start: number, end: number, weight: number): void => {
      const first = firstAt.get(start)
      if (first === undefined) return
      let after = first + 1
      while ((tokens[after]?.end ?? Infinity) <= end) after++
      for (let at = first; at < after; at++) moved[at] = (moved[at] ?? 0) + weight / (after - first)
    }
    let whole = 0
    for (const [at, value] of features.values.entries()) {
      const weight = weightAt(this.#model, features, at) * value
      if (at < summarySlots) whole += weight
      else add(features.spans[2 * at] ?? 0, features.spans[2 * at + 1] ?? 0, weight)
    }
    const agreeing = spans.filter(({ weight }) => weight * whole > 0)
    const all = agreeing.reduce((sum, { weight }) => sum + weight, 0)
    for (const { start, end, weight } of agreeing) add(start, end, (Math.abs(whole) * weight) / Math.abs(all))
    return [...tokens.entries()]
      .map(([at, { start, end }]) => ({ start, end, weight: moved[at] ?? 0 }))
      .filter(({ weight }) => Math.abs(weight) >= leastReason)
      .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
      .slice(0, mostReasons)
      .toSorted((a, b) => a.start - b.start)
      .map((reason): Span => ({ ...reason, kind: 'trained', entry: text.slice(reason.start, reason.end), because: [] }))
  }
}
