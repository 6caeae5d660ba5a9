import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

const percentage = z.number().min(0).max(100)

/** A category of comments; percentages are of the comments in it. */
export const textCategory = z.object({
  /** Name of the category in the taxonomy. */
  extName: z.string(),
  title: localText,
  percentagePositives: percentage,
  percentageNegatives: percentage,
  percentageNeutrals: percentage,
  nComments: z.number().int(),
  questionResults: z.array(z.object({ title: localText, percentageText: z.string() })),
})

/** The comments of one sentiment; the percentage is null when too few answers are behind it. */
export const sentimentFeedback = z.object({
  feedbackPercentage: percentage.nullable(),
  feedbackPercentageTitle: localText,
  topCategories: z.array(z.object({ extName: z.string(), title: localText, nComments: z.number().int() })).max(3),
})

/** Overview of what people wrote. */
export const textAnalyticsOverview = z.object({
  nInterviews: z.number().int(),
  nCommentInterviews: z.number().int(),
  positiveFeedback: sentimentFeedback,
  negativeFeedback: sentimentFeedback,
  neutralFeedback: sentimentFeedback,
})

/** A comment found; mixed ones are both positive and negative. */
export const textSearchRow = z.object({
  interviewId: z.number().int(),
  comment: z.string(),
  positive: z.boolean(),
  negative: z.boolean(),
  /** The categories the comment is about. */
  indicator: z.array(localText),
  customerInfo: z.array(z.string()),
})

/** Comments found, a page of them. */
export const textSearchResult = z.object({
  rows: z.array(textSearchRow),
  totalNumberRows: z.number().int(),
  /** Headings of the customer information. */
  customerInfoTitles: z.array(localText),
})

/** A valid category, for the examples of everything that holds one. */
export const textCategoryExample: z.infer<typeof textCategory> = {
  extName: 'staff',
  title: { en: 'Staff' },
  percentagePositives: 62,
  percentageNegatives: 25,
  percentageNeutrals: 13,
  nComments: 88,
  questionResults: [{ title: { en: 'Comment' }, percentageText: '62.00 %' }],
}

/** A valid overview, for the examples of everything that holds one. */
export const textAnalyticsExample: z.infer<typeof textAnalyticsOverview> = {
  nInterviews: 310,
  nCommentInterviews: 145,
  positiveFeedback: {
    feedbackPercentage: 62,
    feedbackPercentageTitle: { en: 'Positive' },
    topCategories: [{ extName: 'staff', title: { en: 'Staff' }, nComments: 54 }],
  },
  negativeFeedback: { feedbackPercentage: 25, feedbackPercentageTitle: { en: 'Negative' }, topCategories: [] },
  neutralFeedback: { feedbackPercentage: 13, feedbackPercentageTitle: { en: 'Neutral' }, topCategories: [] },
}

const rowExample: z.infer<typeof textSearchRow> = {
  interviewId: 417,
  comment: 'Kind staff, but the queue was long.',
  positive: true,
  negative: true,
  indicator: [{ en: 'Staff' }, { en: 'Waiting' }],
  customerInfo: ['Storgatan', 'Eva Lind'],
}

/** A valid page of comments, for the examples of everything that holds one. */
export const textSearchExample: z.infer<typeof textSearchResult> = {
  rows: [rowExample],
  totalNumberRows: 1,
  customerInfoTitles: [{ en: 'Store' }, { en: 'Customer' }],
}

/** Text analytics entities with their examples. */
export const textAnalyticsEntities = {
  TextAnalyticsOverview: defineEntity(textAnalyticsOverview, textAnalyticsExample),
  TextCategory: defineEntity(textCategory, textCategoryExample),
  TextSearchRow: defineEntity(textSearchRow, rowExample),
  TextSearchResult: defineEntity(textSearchResult, textSearchExample),
}
