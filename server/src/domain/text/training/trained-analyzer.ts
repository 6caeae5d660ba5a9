import { createHash } from 'node:crypto'
import type { CommentAnalysis, CommentInput, Span, TextAnalyzer } from '../analysis.ts'
import type { LexiconAnalyzer } from '../lexicon-analyzer.ts'
import { featuresOf } from './features.ts'
import type { Features } from './features.ts'
import { chanceOfGood, weightAt } from './logistic.ts'
import type { LogisticModel } from './logistic.ts'

/** How far from even the chances must be where the word list finds nothing, or both good and bad. */
const doubt = 0.1
/** Words that are shown as reasons. */
const mostReasons = 6

/** Judges comments by what was learnt from rated ones. Language, categories and flags are those of the word list. */
export class TrainedAnalyzer implements TextAnalyzer {
  readonly id = 'trained'
  readonly version: string
  readonly #model: LogisticModel
  readonly #lexicon: LexiconAnalyzer

  constructor(model: LogisticModel, lexicon: LexiconAnalyzer) {
    this.#model = model
    this.#lexicon = lexicon
    const learnt = createHash('sha256').update(new Uint8Array(model.weights.buffer)).digest('hex').slice(0, 8)
    this.version = `${lexicon.version}.${learnt}`
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
      spans: this.#reasons(comment.text, features),
      flags: analysis.flags.filter((flag) => flag !== 'nothing-found'),
    }
  }

  /** The words that moved the judgement most, in the order of the comment. */
  #reasons(text: string, features: Features): Span[] {
    const moved: Span[] = []
    for (const [at, value] of features.values.entries()) {
      const [start = -1, end = -1] = [features.spans[2 * at], features.spans[2 * at + 1]]
      const weight = weightAt(this.#model, features, at) * value
      if (start >= 0 && weight !== 0)
        moved.push({ start, end, weight, kind: 'trained', entry: text.slice(start, end), because: [] })
    }
    return moved
      .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
      .slice(0, mostReasons)
      .sort((a, b) => a.start - b.start)
  }
}
