import type { Condition } from '@gensvar/contract/conditions'
import { countWords } from '#server/domain/figures/stored-words.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { comparedSpans, spanOf, withSpan } from '#server/domain/indicators/period.ts'
import type { DaySpan } from '#server/domain/indicators/period.ts'
import { shareDifference } from '#server/domain/statistics/differences.ts'
import { benjaminiHochberg } from '#server/domain/statistics/multiple-tests.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { pauses } from '#server/platform/pauses.ts'
import { addedUp, commentFigures, totalOf } from '../comment-figures.ts'
import type { QuestionComments } from '../comment-figures.ts'
import { listJudgedTexts } from '../search-comments.ts'
import type { JudgedText } from '../search-comments.ts'
import { categoriesOf } from '../survey-taxonomy.ts'
import { saysTheSame, termsOf } from './term-index.ts'
import type { Term } from './term-index.ts'

/** Something that comments speak of: a category, or a word as a search finds it. */
export interface GrowingTopic {
  kind: 'category' | 'word'
  /** Full name of the category, or what to search for. */
  name: string
  /** Comments that speak of it in the period, and in the one before. */
  n: number
  nBefore: number
  /** Those of the period that are good and bad: of the category, or as a whole. */
  nPositives: number
  nNegatives: number
}

/** What comments of a period speak of more than those of the period before. */
export interface GrowingTopics {
  /** Null where there is no period before: of all time, and without dates. */
  before: DaySpan | null
  nComments: number
  nCommentsBefore: number
  /** Those first that are the least likely to be chance. */
  topics: GrowingTopic[]
}

/** The newest comments of each period that words are taken from. */
const mostRead = 2000
/** A topic of fewer comments is none. */
const fewest = 5
/** Shorter words are found inside of too many others. */
const fewestLetters = 4
/** Words that are counted again as a search finds them. */
const mostCounted = 20
/** Share of what is told that may be chance. */
const level = 0.05

/** Comments of a period, and of the one before. */
interface Compared {
  n: number
  nBefore: number
}

interface Candidate {
  counts: Compared
  p: number
}

/**
 * Categories and words whose share of the comments has risen against the period of the same length before, of the caller's own
 * rows, `most` at most. All that `fewest` comments of the period speak of is tested at once: what is told has a probability of chance
 * of 5 % at most after Benjamini and Hochberg. A word is counted in as many comments as a search for it finds. Nothing is tested
 * where either period has fewer comments than `fewestComments`.
 */
export async function growingTopics(
  request: FigureRequest,
  questions: readonly Question[],
  { most, fewestComments }: { most: number; fewestComments: number },
): Promise<GrowingTopics> {
  const { before } = comparedSpans(spanOf(request.requested.conditions))
  if (before === null) return { before, nComments: 0, nCommentsBefore: 0, topics: [] }
  const earlier: FigureRequest = {
    ...request,
    requested: { ...request.requested, conditions: withSpan(request.requested.conditions, before) },
  }
  const [now, then] = await Promise.all([commentFigures(request, questions), commentFigures(earlier, questions)])
  const total = { n: allOf(now), nBefore: allOf(then) }
  const found = { before, nComments: total.n, nCommentsBefore: total.nBefore }
  if (Math.min(total.n, total.nBefore) < fewestComments) return { ...found, topics: [] }
  const categories = categoryTopics(request, now, then)
  const { terms, sizes } = await termsIn(request, earlier, questions)
  const tested = [
    ...categories.map((topic): Candidate => ({ counts: topic, p: chanceOf(topic, total) })),
    ...terms.map(({ counts }): Candidate => ({ counts, p: chanceOf(counts, sizes) })),
  ]
  const adjusted = benjaminiHochberg(tested.map(({ p }) => p))
  const rising = terms
    .map(({ term, counts }, index) => ({ term, counts, at: categories.length + index }))
    .filter(({ counts, at }) => (adjusted[at] ?? 1) <= level && isRising(counts, sizes))
    .toSorted((a, b) => (tested[a.at]?.p ?? 1) - (tested[b.at]?.p ?? 1))
  const kept = withoutSame(rising).slice(0, mostCounted)
  const words = await wordTopics(
    request,
    earlier,
    questions,
    kept.map(({ term }) => term.words.join(' ')),
  )
  // The words that are told are tested once more by their exact numbers, among all that were tested.
  for (const [index, { at }] of kept.entries()) {
    const topic = words[index]
    if (topic) tested[at] = { counts: topic, p: chanceOf(topic, total) }
  }
  const last = benjaminiHochberg(tested.map(({ p }) => p))
  const told = [
    ...categories.map((topic, at) => ({ topic, at })),
    ...words.map((topic, index) => ({ topic, at: kept[index]?.at ?? -1 })),
  ]
    .filter(({ topic, at }) => (last[at] ?? 1) <= level && topic.n >= fewest && isRising(topic, total))
    .toSorted((a, b) => (tested[a.at]?.p ?? 1) - (tested[b.at]?.p ?? 1))
  return { ...found, topics: told.slice(0, most).map(({ topic }) => topic) }
}

function allOf(comments: readonly QuestionComments[]): number {
  return totalOf(addedUp(comments.map(({ counts }) => counts)))
}

/** How probable it is by chance alone that shares differ so much. */
function chanceOf(counts: Compared, of: Compared): number {
  return shareDifference(counts.n, of.n, counts.nBefore, of.nBefore)?.p ?? 1
}

function isRising(counts: Compared, of: Compared): boolean {
  return counts.n * of.nBefore > counts.nBefore * of.n
}

/** The categories that enough comments of the period speak of. */
function categoryTopics(
  { access }: FigureRequest,
  now: readonly QuestionComments[],
  then: readonly QuestionComments[],
): GrowingTopic[] {
  return categoriesOf(access.model.config.taxonomy).flatMap(({ id }): GrowingTopic[] => {
    const [counts, before] = [now, then].map((all) =>
      addedUp(all.flatMap(({ categories }) => categories.get(id) ?? [])),
    )
    if (!counts || !before || totalOf(counts) < fewest) return []
    const { positive: nPositives, negative: nNegatives } = counts
    return [{ kind: 'category', name: id, n: totalOf(counts), nBefore: totalOf(before), nPositives, nNegatives }]
  })
}

/** The words that enough of the comments read of the period have, and how many comments were read. */
async function termsIn(
  request: FigureRequest,
  earlier: FigureRequest,
  questions: readonly Question[],
): Promise<{ terms: { term: Term; counts: Compared }[]; sizes: Compared }> {
  const read = ({ ctx, access, requested: { conditions } }: FigureRequest): Promise<JudgedText[]> =>
    listJudgedTexts(ctx, access.model, access.caseScope, { questions, conditions }, mostRead)
  const [now, then] = await Promise.all([read(request), read(earlier)])
  const pause = pauses()
  const terms = new Map<string, { term: Term; counts: Compared }>()
  for (const lang of new Set(now.map((one) => one.lang))) {
    const own = now.filter((one) => one.lang === lang)
    const texts = [...own, ...then.filter((one) => one.lang === lang)].map(({ text }) => text)
    for (const term of await termsOf(texts, lang, pause)) {
      const n = term.comments.filter((at) => at < own.length).length
      if (n < fewest || term.words.some((word) => word.length < fewestLetters)) continue
      const name = term.words.join(' ')
      const known = terms.get(name)?.counts ?? { n: 0, nBefore: 0 }
      // The same word in two languages is one for a search.
      const counts = { n: known.n + n, nBefore: known.nBefore + term.comments.length - n }
      terms.set(name, { term, counts })
    }
  }
  return { terms: [...terms.values()], sizes: { n: now.length, nBefore: then.length } }
}

/** Without words and pairs that add nothing to one before them. */
function withoutSame<Found extends { term: Term }>(found: readonly Found[]): Found[] {
  const kept: Found[] = []
  for (const one of found) if (!kept.some((better) => saysTheSame(better.term, one.term))) kept.push(one)
  return kept
}

/** Words with the numbers of comments that a search for them finds. */
async function wordTopics(
  request: FigureRequest,
  earlier: FigureRequest,
  questions: readonly Question[],
  words: readonly string[],
): Promise<GrowingTopic[]> {
  const isCompleted: Condition = { kind: 'sampleState', states: [0] }
  const count = async ({ ctx, access: { model, caseScope }, requested }: FigureRequest) => {
    const asked = { conditions: [...requested.conditions, isCompleted], words }
    return Promise.all(questions.map((question) => countWords(ctx, model, caseScope, { question, ...asked })))
  }
  const [now, then] = await Promise.all([count(request), count(earlier)])
  const sum = (counts: typeof now, at: number, of: 'all' | 'positive' | 'negative'): number =>
    counts.reduce((total, one) => total + (one[at]?.[of] ?? 0), 0)
  return words.map((name, at): GrowingTopic => ({
    kind: 'word',
    name,
    n: sum(now, at, 'all'),
    nBefore: sum(then, at, 'all'),
    nPositives: sum(now, at, 'positive'),
    nNegatives: sum(now, at, 'negative'),
  }))
}
