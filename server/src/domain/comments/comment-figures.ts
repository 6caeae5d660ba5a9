import { facetName } from '@gensvar/contract/comment-questions'
import type { CommentFacet } from '@gensvar/contract/comment-questions'
import { sentiments } from '@gensvar/contract/entities/text-analytics'
import type { Sentiment } from '@gensvar/contract/entities/text-analytics'
import { printLiteral, printVariable } from '@gensvar/contract/row-rule'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { sharesOf } from '#server/domain/statistics/shares.ts'

/** Numbers of comments by what they say. */
export type SentimentCounts = Record<Sentiment, number>

/** The comments to one question. */
export interface QuestionComments {
  question: Question
  /** Those that say something. */
  counts: SentimentCounts
  /** By category: what they say of it, those of the categories below it included. */
  categories: ReadonlyMap<string, SentimentCounts>
}

/** Interviews, and those with a comment that says something. */
export interface CommentedInterviews {
  all: number
  commented: number
}

/** The questions among some names whose comments are judged. */
export function judgedQuestions(model: SurveyModel, names: readonly string[]): Question[] {
  return names.flatMap((name) => {
    const question = model.questions.get(name)
    return question && model.facets?.has(facetName('sentiment', name)) ? [question] : []
  })
}

/**
 * The comments to some questions at a place, of completed interviews, by sentiment and category: those of the caller's own
 * rows, which are also those that a search lists. Not for an anonymous survey, whose caller may not see single interviews.
 */
export async function commentFigures(
  request: FigureRequest,
  questions: readonly Question[],
): Promise<QuestionComments[]> {
  const found: QuestionComments[] = []
  for (const question of questions) {
    const grouped = await Promise.all([
      countsBy(request, facetName('sentiment', question.variable)),
      ...sentiments.map((sentiment) => countsBy(request, facetName(sentiment, question.variable))),
    ])
    const [tones, ...said] = grouped
    const categories = new Map<string, SentimentCounts>()
    for (const [at, counts] of said.entries()) {
      for (const [name, n] of counts) {
        const known = categories.get(name) ?? noComments()
        known[sentiments[at] ?? 'neutral'] += n
        categories.set(name, known)
      }
    }
    const counts = noComments()
    for (const sentiment of sentiments) counts[sentiment] = tones?.get(sentiment) ?? 0
    found.push({ question, counts, categories })
  }
  return found
}

/** Completed interviews by the choices of a facet, without those that have none. */
async function countsBy({ ctx, access, requested }: FigureRequest, facet: string): Promise<Map<string, number>> {
  const { rows } = await aggregate(ctx, access.model, access.caseScope, {
    conditions: requested.conditions,
    by: { question: facet },
    indicators: [{ key: 'n', expression: 'count()' }],
  })
  return new Map(rows.flatMap(({ key, values: [n] }) => (key.id === null ? [] : [[key.name, n?.value ?? 0] as const])))
}

/** How many interviews there are at a place, and how many have a comment to one of the questions. */
export async function commentedInterviews(
  { ctx, access, requested }: FigureRequest,
  questions: readonly Question[],
): Promise<CommentedInterviews> {
  const where = questions.map(({ variable }) => `answered(${named('sentiment', variable)})`)
  const { rows } = await aggregate(ctx, access.model, access.caseScope, {
    conditions: requested.conditions,
    by: 'none',
    indicators: [
      { key: 'all', expression: 'count()' },
      ...(where.length > 0 ? [{ key: 'commented', expression: 'count()', where: where.join(' or ') }] : []),
    ],
  })
  const [all, commented] = rows[0]?.values ?? []
  return { all: all?.value ?? 0, commented: commented?.value ?? 0 }
}

/** Comments to a question that are in none of the categories. */
export async function uncategorised(
  { ctx, access, requested }: FigureRequest,
  { variable }: Question,
): Promise<number> {
  const facet = access.model.facets?.get(facetName('category', variable))
  // A category has the comments of those below it.
  const top = facet?.choices.filter(({ extName }) => !extName.includes('/')) ?? []
  const none = top.map(({ extName }) => `not ${named('category', variable)} = ${quoted(extName)}`)
  const { rows } = await aggregate(ctx, access.model, access.caseScope, {
    conditions: requested.conditions,
    by: 'none',
    indicators: [
      { key: 'n', expression: 'count()', where: [`answered(${named('sentiment', variable)})`, ...none].join(' and ') },
    ],
  })
  return rows[0]?.values[0]?.value ?? 0
}

/** A facet of comments as rules name it. */
function named(facet: CommentFacet, question: string): string {
  return printVariable({ name: facetName(facet, question), position: 0 })
}

function quoted(text: string): string {
  return printLiteral({ kind: 'text', text })
}

/** No comments at all. */
export function noComments(): SentimentCounts {
  return { positive: 0, negative: 0, neutral: 0 }
}

/** The comments of several counts together. */
export function addedUp(counts: readonly SentimentCounts[]): SentimentCounts {
  const sum = noComments()
  for (const one of counts) for (const sentiment of sentiments) sum[sentiment] += one[sentiment]
  return sum
}

/** Number of comments, whatever they say. */
export function totalOf({ positive, negative, neutral }: SentimentCounts): number {
  return positive + negative + neutral
}

/** Comments by sentiment in percent that add up to 100; null without any. */
export function percentagesOf(counts: SentimentCounts): Record<Sentiment, number | null> {
  const [positive = null, negative = null, neutral = null] =
    sharesOf([counts.positive, counts.negative, counts.neutral]) ?? []
  return { positive, negative, neutral }
}
