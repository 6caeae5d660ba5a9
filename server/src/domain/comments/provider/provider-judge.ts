import type { Ctx } from '#server/domain/context.ts'
import type { Span } from '#server/domain/text/analysis.ts'
import { AppError } from '#server/platform/errors.ts'
import { storedLabels } from '../labels.ts'
import { withThoseAbove } from '../survey-analyzer.ts'
import type { Judgement } from '../survey-analyzer.ts'
import type { NamedCategory } from '../survey-taxonomy.ts'
import type { Provider } from './ask-model.ts'
import { breakerOf } from './breaker.ts'
import { judgeByModel, modelVersion, mostComments } from './judge-by-model.ts'
import type { ModelJudgement } from './judge-by-model.ts'

/** What a sentiment without a number counts as. */
const scores = { positive: 0.7, negative: -0.7, neutral: 0, mixed: 0 } as const

/** A comment with what the engine of the program found in it. */
interface FoundComment {
  text: string
  found: Judgement
}

/** Judges comments by the language model that an organisation has chosen. */
export class ProviderJudge {
  readonly version: string
  readonly #provider: Provider
  readonly #key: string
  readonly #categories: readonly NamedCategory[]

  constructor(universeId: number, provider: Provider, categories: readonly NamedCategory[]) {
    this.version = modelVersion(provider)
    this.#provider = provider
    this.#key = `${universeId} ${provider.version}`
    this.#categories = categories
  }

  /**
   * Judges comments to a question; null for those that the model said nothing useful of, or all of them where it does not answer:
   * what the program found then stays. Throws the signal's reason when it is aborted.
   */
  async judge(
    ctx: Pick<Ctx, 'db' | 'config' | 'log'>,
    question: string,
    comments: readonly FoundComment[],
    signal?: AbortSignal,
  ): Promise<(Judgement | null)[]> {
    const judged: (Judgement | null)[] = []
    for (let from = 0; from < comments.length; from += mostComments) {
      signal?.throwIfAborted()
      const some = comments.slice(from, from + mostComments)
      const said = await this.#ask(ctx, question, some, signal)
      judged.push(...some.map((one, at) => judgementOf(one, said[at] ?? null)))
    }
    return judged
  }

  async #ask(
    ctx: Pick<Ctx, 'db' | 'config' | 'log'>,
    question: string,
    comments: readonly FoundComment[],
    signal?: AbortSignal,
  ): Promise<(ModelJudgement | null)[]> {
    const breaker = breakerOf(ctx.db, this.#key)
    if (!breaker.isOpenTo(performance.now())) return []
    const texts = comments.map(({ text }) => text)
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const abort = (): void => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const asked = { question, categories: this.#categories, texts }
      const said = await Promise.race([judgeByModel(ctx, this.#provider, asked), aborted])
      breaker.succeeded()
      return said
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof AppError)) throw error
      const rests = breaker.failed(performance.now())
      ctx.log.warn({ reason: String(error.words), rests }, 'A language model could not judge comments')
      return []
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }
}

function judgementOf({ text, found }: FoundComment, said: ModelJudgement | null): Judgement | null {
  if (!said) return null
  const { sentiment, categories, words } = said
  return {
    lang: found.lang,
    label: sentiment === 'mixed' ? 'neu' : storedLabels[sentiment],
    mixed: sentiment === 'mixed',
    score: scores[sentiment],
    spans: spansOf(text, words, found.spans, scores[sentiment]),
    categories: withThoseAbove(
      categories.map(({ id, sentiment: said }) => ({
        id,
        label: storedLabels[said],
        spans: found.categories.find((one) => one.id === id)?.spans ?? [],
      })),
    ),
    flags: found.flags.filter((flag) => flag !== 'nothing-found' && flag !== 'rough' && flag !== 'unknown-language'),
  }
}

/** The places of the words that decided: with what the word lists know of them, else with what the whole comment says. */
function spansOf(text: string, words: readonly string[], known: readonly Span[], score: number): Span[] {
  return words.flatMap((word): Span[] => {
    const start = text.indexOf(word)
    if (start < 0) return []
    const end = start + word.length
    const own = known
      .filter((span) => span.start < end && span.end > start)
      .reduce((sum, { weight }) => sum + weight, 0)
    const weight = score === 0 ? own : score
    return weight === 0 ? [] : [{ start, end, weight, kind: 'model', entry: word, because: [] }]
  })
}
