import type { Condition } from '@gensvar/contract/conditions'
import type { Ctx } from '#server/domain/context.ts'
import { countParts, findByParts } from '#server/domain/figures/stored-words.ts'
import type { PartCounts } from '#server/domain/figures/stored-words.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { listCommentsOf } from '../search-comments.ts'
import type { FoundComment } from '../search-comments.ts'
import { stemsIn } from './term-index.ts'

/** Words of the comment that others are looked for by, the rarest first. */
const mostWords = 20
/** Comments to a question that are compared as a whole. */
const mostCompared = 60
/**
 * Share of what the comment itself has by its own words, from which another one is like it: more where there are few words, because
 * one of two words in common says little.
 */
const alike = (words: number): number => 0.2 + 0.6 / words
/** Words that must be in both, unless there are fewer. */
const fewestShared = 2
/** The usual settings of BM25: how soon repeating a word adds nothing, and how much length counts. */
const k1 = 1.2
const b = 0.75

/**
 * The comments that are like the comment of a response to a question, of the caller's own rows in all periods and in its language,
 * `most` at most; none that says bad things where it says good ones, or the other way round. They share its words by weight: rare ones count more, and long comments less (BM25: Robertson and
 * Zaragoza 2009, The Probabilistic Relevance Framework, each word counted once). Empty for one that says nothing.
 */
export async function similarComments(
  ctx: Ctx,
  { model, caseScope }: SurveyAccess,
  of: { responseId: number; question: Question },
  most: number,
): Promise<FoundComment[]> {
  const [comment] = await listCommentsOf(ctx, model, caseScope, { questions: [of.question] }, [of.responseId])
  const lang = comment?.judgement?.lang
  if (!comment || lang === undefined) return []
  const words = stemsIn(withoutHidden(comment), lang)
  const isCompleted: Condition = { kind: 'sampleState', states: [0] }
  const asked = { question: of.question, conditions: [isCompleted] }
  const counted = await countParts(ctx, model, caseScope, { ...asked, parts: words })
  const weights = weightsOf(words, counted)
  const parts = [...weights]
    .toSorted(([, m], [, n]) => n - m)
    .slice(0, mostWords)
    .map(([part, weight]) => ({ part, weight: Math.ceil(100 * weight) }))
  const ids = await findByParts(ctx, model, caseScope, { ...asked, parts, most: mostCompared })
  const others = ids.filter((id) => id !== of.responseId)
  const found = await listCommentsOf(ctx, model, caseScope, { questions: [of.question], lang }, others)
  const usual = counted.letters / Math.max(1, counted.comments)
  const own = new Set(words)
  const least = alike(words.length) * pointsOf(comment.text, words, weights, usual)
  return found
    .filter((one) => !contradict(comment, one))
    .map((one) => ({ one, shared: stemsIn(one.text, lang).filter((word) => own.has(word)) }))
    .filter(({ shared }) => shared.length >= Math.min(fewestShared, words.length))
    .map(({ one, shared }) => ({ one, points: pointsOf(one.text, shared, weights, usual) }))
    .filter(({ points }) => points > 0 && points >= least)
    .toSorted((x, y) => y.points - x.points || y.one.row.id - x.one.row.id)
    .slice(0, most)
    .map(({ one }) => one)
}

/** Whether one says good and the other bad things. */
function contradict(a: FoundComment, c: FoundComment): boolean {
  const labels = [a.judgement?.label, c.judgement?.label]
  return labels.includes('pos') && labels.includes('neg')
}

/** The comment without the words that stand in place of what is hidden from the reader. */
function withoutHidden({ text, hidden }: FoundComment): string {
  let words = text
  for (const { start, length } of hidden.toReversed()) {
    const earlier = hidden.filter((part) => part.start < start)
    const at = earlier.reduce((place, part) => place + part.length - (part.end - part.start), start)
    words = `${words.slice(0, at)} ${words.slice(at + length)}`
  }
  return words
}

/** What each word counts: the more the fewer comments have it. */
function weightsOf(words: readonly string[], { comments, withPart }: PartCounts): Map<string, number> {
  return new Map(
    words.map((word, at) => {
      const n = withPart[at] ?? 0
      return [word, Math.log(1 + (comments - n + 0.5) / (n + 0.5))] as const
    }),
  )
}

/** Points of a comment for the words that it shares, less the longer it is than usual. */
function pointsOf(
  text: string,
  words: readonly string[],
  weights: ReadonlyMap<string, number>,
  usualLength: number,
): number {
  const sum = words.reduce((total, word) => total + (weights.get(word) ?? 0), 0)
  return (sum * (k1 + 1)) / (1 + k1 * (1 - b + (b * text.length) / Math.max(1, usualLength)))
}
