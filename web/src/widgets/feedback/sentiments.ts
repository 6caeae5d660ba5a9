import { IconArrowsDiff, IconMinus, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Sentiment, SentimentFeedback, TextAnalyticsOverview } from '@gensvar/contract/entities/text-analytics'
import type { commentKinds } from '@gensvar/contract/widgets/text-search-params'

/** What comments are chosen by: a sentiment, or those that say good and bad alike. */
export type CommentKind = (typeof commentKinds)[number]

/** The picture of each; colour is never alone. */
export const sentimentIcons: Record<CommentKind, Icon> = {
  positive: IconThumbUp,
  negative: IconThumbDown,
  neutral: IconMinus,
  mixed: IconArrowsDiff,
}

/** The sentiments in the order of circles and bars. */
export const shownSentiments: readonly Sentiment[] = ['positive', 'negative', 'neutral']

/** Shares and counts of comments by sentiment, as categories and their questions have them. */
export interface Split {
  percentagePositives: number | null
  percentageNegatives: number | null
  percentageNeutrals: number | null
  nPositives: number | null
  nNegatives: number | null
  nNeutrals: number | null
}

/** One sentiment of a split: its percentage and the number of comments; null where withheld. */
export function partOf(split: Split, sentiment: Sentiment): { percentage: number | null; count: number | null } {
  switch (sentiment) {
    case 'positive':
      return { percentage: split.percentagePositives, count: split.nPositives }
    case 'negative':
      return { percentage: split.percentageNegatives, count: split.nNegatives }
    case 'neutral':
      return { percentage: split.percentageNeutrals, count: split.nNeutrals }
  }
}

/** Decimals of all percentages of sentiment. */
export const sentimentDecimals = 2

/** The part of an overview about one sentiment. */
export function feedbackOf(overview: TextAnalyticsOverview, sentiment: Sentiment): SentimentFeedback {
  return {
    positive: overview.positiveFeedback,
    negative: overview.negativeFeedback,
    neutral: overview.neutralFeedback,
  }[sentiment]
}

/** What comments with a word or of a category mostly are: good or bad where twice as many are, else neither. */
export function mostlyOf({ nPositives, nNegatives }: { nPositives: number; nNegatives: number }): Sentiment {
  if (nPositives > 2 * nNegatives) return 'positive'
  return nNegatives > 2 * nPositives ? 'negative' : 'neutral'
}
