import type {
  Sentiment,
  SentimentFeedback,
  TextAnalyticsOverview,
  TextCategory,
} from '@gensvar/contract/entities/text-analytics'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { Words, say } from '@gensvar/contract/say'
import { analysisState } from '#server/domain/comments/analysis-state.ts'
import {
  addedUp,
  commentFigures,
  commentedInterviews,
  judgedQuestions,
  noComments,
  percentagesOf,
  totalOf,
} from '#server/domain/comments/comment-figures.ts'
import type { QuestionComments, SentimentCounts } from '#server/domain/comments/comment-figures.ts'
import { sentimentTitles } from '#server/domain/comments/facets.ts'
import { categoriesOf } from '#server/domain/comments/survey-taxonomy.ts'
import type { NamedCategory } from '#server/domain/comments/survey-taxonomy.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { formatNumber } from '#server/domain/indicators/figure-text.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'

/** A request of a component that counts comments to some questions. */
export interface TextRequest extends FigureRequest {
  config: { questions: readonly string[] }
}

/** Most categories that are named for a sentiment. */
const topOfSentiment = 3

/** The comments to a component's questions, or why they are not shown. */
export async function countedComments(request: TextRequest): Promise<QuestionComments[] | Words> {
  const { access, config } = request
  // What single people wrote is not told in an anonymous survey, and categories of few comments would tell it.
  if (!access.canViewInterviews) return say`This survey is anonymous: comments are not shown.`
  return commentFigures(request, judgedQuestions(access.model, config.questions))
}

/** What people wrote, at a glance. */
export async function overviewOf(
  request: TextRequest,
  comments: QuestionComments[] | Words,
): Promise<TextAnalyticsOverview> {
  const { ctx, access, config } = request
  const { model } = access
  const shown = comments instanceof Words ? null : comments
  const [interviews, analysis] = await Promise.all([
    shown && commentedInterviews(request, judgedQuestions(model, config.questions)),
    analysisState(ctx, model),
  ])
  const counts = shown && addedUp(shown.map((one) => one.counts))
  const percentages = counts && percentagesOf(counts)
  const feedback = (sentiment: Sentiment): SentimentFeedback => ({
    feedbackPercentage: percentages?.[sentiment] ?? null,
    feedbackPercentageTitle: sentimentTitles[sentiment],
    nComments: counts?.[sentiment] ?? null,
    topCategories: shown === null ? [] : topOf(categoriesOf(model.config.taxonomy), shown, sentiment),
  })
  return {
    nInterviews: interviews?.all ?? null,
    nCommentInterviews: interviews?.commented ?? null,
    nComments: counts && totalOf(counts),
    positiveFeedback: feedback('positive'),
    negativeFeedback: feedback('negative'),
    neutralFeedback: feedback('neutral'),
    withheld: comments instanceof Words ? localWords(comments) : null,
    analysis,
  }
}

/** The categories at the top of which most comments say so, the largest first. */
function topOf(
  categories: readonly NamedCategory[],
  comments: readonly QuestionComments[],
  sentiment: Sentiment,
): SentimentFeedback['topCategories'] {
  return categories
    .filter(({ parent }) => parent === null)
    .map(({ id, title }) => ({
      extName: id,
      title: { ...title },
      nComments: inCategory(comments, id)[sentiment],
    }))
    .filter(({ nComments }) => nComments > 0)
    .toSorted((a, b) => b.nComments - a.nComments)
    .slice(0, topOfSentiment)
}

/** The categories that comments speak of, each after the one above it. */
export function categoriesIn(request: TextRequest, comments: readonly QuestionComments[]): TextCategory[] {
  return categoriesOf(request.access.model.config.taxonomy).flatMap(({ id, parent, title }) => {
    const counts = inCategory(comments, id)
    if (totalOf(counts) === 0) return []
    return [
      {
        extName: id,
        parent,
        title: { ...title },
        ...toldOf(counts),
        withheld: null,
        questionResults: comments.map(({ question, counts: all, categories }) => {
          const own = categories.get(id) ?? noComments()
          return {
            variable: question.variable,
            title: titleOf(question) satisfies LocalText,
            percentageText: shareText(totalOf(own), totalOf(all), request.ctx.locale),
            ...toldOf(own),
            withheld: null,
          }
        }),
      },
    ]
  })
}

function inCategory(comments: readonly QuestionComments[], id: string): SentimentCounts {
  return addedUp(comments.flatMap(({ categories }) => categories.get(id) ?? []))
}

function toldOf(counts: SentimentCounts) {
  const { positive, negative, neutral } = percentagesOf(counts)
  return {
    percentagePositives: positive,
    percentageNegatives: negative,
    percentageNeutrals: neutral,
    nPositives: counts.positive,
    nNegatives: counts.negative,
    nNeutrals: counts.neutral,
    nComments: totalOf(counts),
  }
}

/** A share with two decimals; empty of nothing. */
function shareText(part: number, whole: number, locale: Locale): string {
  return whole === 0 ? '' : `${formatNumber((100 * part) / whole, 2, locale)} %`
}
