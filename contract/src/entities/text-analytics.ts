import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { textLearning, textLearningExample } from './text-learning.ts'

/** What a comment says, or what it says of a category. One that says good and bad alike is neutral. */
export const sentiments = ['positive', 'negative', 'neutral'] as const

/** What a comment says, or what it says of a category. */
export const sentiment = z.enum(sentiments)

/** What a comment says, or what it says of a category. */
export type Sentiment = z.infer<typeof sentiment>

/** Two decimals; those of the three sentiments add up to 100. Null where it is withheld or there are no comments. */
const percentage = z.number().min(0).max(100).nullable()

/** Number of comments; null where it is withheld. */
const commentCount = z.number().int().min(0).nullable()

/** Why figures or comments are not shown; null where they are. */
const withheld = localText.nullable()

/** Comments by sentiment: shares of 100 and the comments behind them. */
const bySentiment = {
  percentagePositives: percentage,
  percentageNegatives: percentage,
  percentageNeutrals: percentage,
  nPositives: commentCount,
  nNegatives: commentCount,
  nNeutrals: commentCount,
}

/** What judges comments: word lists, what was learnt from the survey's own ratings, or a language model of the organisation's choice. */
const judgedBy = z.enum(['lexicon', 'trained', 'provider'])

/** Whether the analysis of the comments is complete, and what judged them. */
export const textAnalysis = z.object({
  /** Comments at the place that wait for their analysis and are in no figure yet. */
  nWaiting: z.number().int().min(0),
  /** Comments in the figures that an earlier version judged: comparisons over time cross a change of version. */
  nEarlier: z.number().int().min(0),
  judgedBy,
  version: z.string(),
  learning: textLearning,
  /** Figures of fewer comments are said to be of few (`lowBase` of the configuration). */
  lowBase: z.number().int(),
})

/** Whether the analysis of the comments is complete, and what judged them. */
export type TextAnalysis = z.infer<typeof textAnalysis>

/** A category of comments with what they say of it; the figures include those of the categories below it. */
export const textCategory = z.object({
  /** Names in the taxonomy from the top, joined by `/`. */
  extName: z.string(),
  /** The category above it; null at the top. */
  parent: z.string().nullable(),
  title: localText,
  ...bySentiment,
  /** Comments that speak of it. */
  nComments: commentCount,
  withheld,
  questionResults: z.array(
    z.object({
      /** The question's variable. */
      variable: z.string(),
      title: localText,
      /** Share of the question's comments that speak of the category, with two decimals: `18.42 %`; empty if withheld. */
      percentageText: z.string(),
      ...bySentiment,
      nComments: commentCount,
      withheld,
    }),
  ),
})

/** A category of comments with what they say of it. */
export type TextCategory = z.infer<typeof textCategory>

/** Most words of a word cloud. */
export const maxCloudWords = 60

/** A word that many comments are judged by, as most of them write it, in small letters. */
export const textWord = z.object({
  word: z.string(),
  /** Comments it stands in, and those of them that are good or bad as a whole. */
  nComments: z.number().int(),
  nPositives: z.number().int(),
  nNegatives: z.number().int(),
})

/** A word that many comments are judged by. */
export type TextWord = z.infer<typeof textWord>

/** The comments of one sentiment. */
export const sentimentFeedback = z.object({
  feedbackPercentage: percentage,
  feedbackPercentageTitle: localText,
  /** Comments of that sentiment. */
  nComments: commentCount,
  /** The categories of which most comments say so, the largest first; without those withheld. */
  topCategories: z.array(z.object({ extName: z.string(), title: localText, nComments: z.number().int() })).max(3),
})

/** The comments of one sentiment. */
export type SentimentFeedback = z.infer<typeof sentimentFeedback>

/** Overview of what people wrote. Interviews are counted by respondent, feedback by comment: one may write several. */
export const textAnalyticsOverview = z.object({
  nInterviews: z.number().int().nullable(),
  nCommentInterviews: z.number().int().nullable(),
  /** The comments that the percentages are of. */
  nComments: commentCount,
  positiveFeedback: sentimentFeedback,
  negativeFeedback: sentimentFeedback,
  neutralFeedback: sentimentFeedback,
  withheld,
  analysis: textAnalysis,
})

/** Overview of what people wrote. */
export type TextAnalyticsOverview = z.infer<typeof textAnalyticsOverview>

/** Why nothing, or less than usual, could be said of a comment. */
export const textFlags = [
  'empty',
  'no-words',
  'nothing-to-say',
  'nothing-found',
  'unknown-language',
  'shortened',
  'broken-text',
  'rough',
] as const

/** What changed the weight of a word. */
export const spanReasons = ['negated', 'stronger', 'weaker', 'wished', 'before-but', 'conclusion'] as const

/** Words of a comment that caused its judgement, or by which it was put into a category. */
export const textSpan = z.object({
  /** Place in the comment as it is sent, in UTF-16 units, `end` exclusive. */
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  kind: z.enum(['positive', 'negative', 'category']),
  /** Entry of the word list, word that was learnt, or pattern of the category. */
  entry: z.string(),
  /** The category of a span of that kind; null for others. */
  category: z.string().nullable(),
  because: z.array(z.enum(spanReasons)),
})

/** Words of a comment that caused its judgement, or by which it was put into a category. */
export type TextSpan = z.infer<typeof textSpan>

/** A category a comment speaks of, with what it says of it. */
export const commentCategory = z.object({ extName: z.string(), title: localText, sentiment })

/** What is known of one comment. */
export const commentJudgement = z.object({
  /** What it says as a whole; neutral for a mixed one. */
  sentiment,
  /** Both are set for a comment that says good and bad alike. */
  positive: z.boolean(),
  negative: z.boolean(),
  /** From -1 (all bad) to 1 (all good). */
  score: z.number().min(-1).max(1),
  /** Language it was read in, such as `sv`; `und` for none that is known. */
  language: z.string(),
  judgedBy,
  /** Why nothing, or less, could be said. */
  flags: z.array(z.enum(textFlags)),
  /** The categories the comment is about. */
  indicator: z.array(commentCategory),
  spans: z.array(textSpan),
  /** Who judged it by hand and when; null where nobody did. */
  corrected: z.object({ by: z.string(), at: z.iso.datetime({ offset: true }) }).nullable(),
  /** Raised by each correction; 0 where nobody has corrected. */
  version: z.number().int().min(0),
})

/** What is known of one comment. */
export type CommentJudgement = z.infer<typeof commentJudgement>

/** A comment found; mixed ones are both positive and negative. */
export const textSearchRow = commentJudgement.extend({
  interviewId: z.number().int(),
  /** The question it answers. */
  variable: z.string(),
  question: localText,
  /** Day of the interview's event (ISO); null where answers have no dates of their own. */
  eventDate: z.iso.date().nullable(),
  comment: z.string(),
  customerInfo: z.array(z.string()),
})

/** A comment found. */
export type TextSearchRow = z.infer<typeof textSearchRow>

/** Comments found, a page of them. */
export const textSearchResult = z.object({
  rows: z.array(textSearchRow),
  totalNumberRows: z.number().int(),
  /** Answers found that say nothing, such as "-" or "none": figures do not count them, and they are not among the rows. */
  nSilent: z.number().int().min(0),
  /** Headings of the customer information. */
  customerInfoTitles: z.array(localText),
  /** The questions that are searched. */
  questions: z.array(z.object({ variable: z.string(), title: localText })),
  /** All categories, each after the one above it: what can be filtered by, and corrected to. */
  categories: z.array(z.object({ extName: z.string(), parent: z.string().nullable(), title: localText })),
  /** Whether the reader may correct judgements. */
  canCorrect: z.boolean(),
  /** Whether comments can be translated into the reader's language. */
  canTranslate: z.boolean(),
  withheld,
  analysis: textAnalysis,
})

/** Comments found, a page of them. */
export type TextSearchResult = z.infer<typeof textSearchResult>

/** A complete analysis, for the examples of everything that holds one. */
export const textAnalysisExample: TextAnalysis = {
  nWaiting: 0,
  nEarlier: 0,
  judgedBy: 'lexicon',
  version: '2026.1',
  learning: { ...textLearningExample, state: 'new', nGood: 0, nBad: 0, nApart: 0, lexiconShare: 0, learntShare: 0 },
  lowBase: 30,
}

/** A valid category, for the examples of everything that holds one. */
export const textCategoryExample: TextCategory = {
  extName: 'staff',
  parent: null,
  title: { en: 'Staff', sv: 'Personal' },
  percentagePositives: 62.5,
  percentageNegatives: 25,
  percentageNeutrals: 12.5,
  nPositives: 55,
  nNegatives: 22,
  nNeutrals: 11,
  nComments: 88,
  withheld: null,
  questionResults: [
    {
      variable: 'comment',
      title: { en: 'Comment', sv: 'Kommentar' },
      percentageText: '46.51 %',
      percentagePositives: 70,
      percentageNegatives: 18.33,
      percentageNeutrals: 11.67,
      nPositives: 42,
      nNegatives: 11,
      nNeutrals: 7,
      nComments: 60,
      withheld: null,
    },
    {
      variable: 'improve',
      title: { en: 'What could be better', sv: 'Vad kan bli bättre' },
      percentageText: '38.36 %',
      percentagePositives: 46.43,
      percentageNegatives: 39.29,
      percentageNeutrals: 14.28,
      nPositives: 13,
      nNegatives: 11,
      nNeutrals: 4,
      nComments: 28,
      withheld: null,
    },
  ],
}

/** A category below it, for the examples of everything that holds one. */
export const textSubcategoryExample: TextCategory = {
  ...textCategoryExample,
  extName: 'staff/manner',
  parent: 'staff',
  title: { en: 'Manner', sv: 'Bemötande' },
  percentagePositives: 76.67,
  percentageNegatives: 13.33,
  percentageNeutrals: 10,
  nPositives: 23,
  nNegatives: 4,
  nNeutrals: 3,
  nComments: 30,
  questionResults: [],
}

/** Valid words, for the examples of everything that holds some. */
export const textWordsExample: TextWord[] = [
  { word: 'friendly', nComments: 48, nPositives: 46, nNegatives: 2 },
  { word: 'slow', nComments: 31, nPositives: 0, nNegatives: 31 },
  { word: 'helpful', nComments: 24, nPositives: 21, nNegatives: 3 },
  { word: 'queue', nComments: 19, nPositives: 4, nNegatives: 12 },
  { word: 'expensive', nComments: 11, nPositives: 0, nNegatives: 11 },
]

/** A valid overview, for the examples of everything that holds one. */
export const textAnalyticsExample: TextAnalyticsOverview = {
  nInterviews: 310,
  nCommentInterviews: 145,
  nComments: 202,
  positiveFeedback: {
    feedbackPercentage: 62.38,
    feedbackPercentageTitle: { en: 'Positive', sv: 'Positiva' },
    nComments: 126,
    topCategories: [
      { extName: 'staff', title: { en: 'Staff', sv: 'Personal' }, nComments: 55 },
      { extName: 'product', title: { en: 'Product', sv: 'Produkt' }, nComments: 31 },
    ],
  },
  negativeFeedback: {
    feedbackPercentage: 24.75,
    feedbackPercentageTitle: { en: 'Negative', sv: 'Negativa' },
    nComments: 50,
    topCategories: [{ extName: 'staff', title: { en: 'Staff', sv: 'Personal' }, nComments: 22 }],
  },
  neutralFeedback: {
    feedbackPercentage: 12.87,
    feedbackPercentageTitle: { en: 'Neutral', sv: 'Neutrala' },
    nComments: 26,
    topCategories: [],
  },
  withheld: null,
  analysis: textAnalysisExample,
}

/** A valid row, for the examples of everything that holds one. */
export const textSearchRowExample: TextSearchRow = {
  interviewId: 417,
  variable: 'comment',
  question: { en: 'Comment', sv: 'Kommentar' },
  eventDate: '2026-03-01',
  comment: 'Kind staff, but the queue was long.',
  sentiment: 'neutral',
  positive: true,
  negative: true,
  score: 0.08,
  language: 'en',
  judgedBy: 'lexicon',
  flags: [],
  indicator: [
    { extName: 'staff', title: { en: 'Staff', sv: 'Personal' }, sentiment: 'positive' },
    { extName: 'waiting', title: { en: 'Waiting', sv: 'Väntan' }, sentiment: 'negative' },
  ],
  spans: [
    { start: 0, end: 4, kind: 'positive', entry: 'kind', category: null, because: ['before-but'] },
    { start: 5, end: 10, kind: 'category', entry: 'staff', category: 'staff', because: [] },
    { start: 20, end: 25, kind: 'category', entry: 'queue*', category: 'waiting', because: [] },
    { start: 20, end: 34, kind: 'negative', entry: 'queue long', category: null, because: ['conclusion'] },
  ],
  corrected: null,
  version: 0,
  customerInfo: ['Storgatan', 'Eva Lind'],
}

/** A valid page of comments, for the examples of everything that holds one. */
export const textSearchExample: TextSearchResult = {
  rows: [textSearchRowExample],
  totalNumberRows: 1,
  nSilent: 0,
  customerInfoTitles: [{ en: 'Store' }, { en: 'Customer' }],
  questions: [
    { variable: 'comment', title: { en: 'Comment', sv: 'Kommentar' } },
    { variable: 'improve', title: { en: 'What could be better', sv: 'Vad kan bli bättre' } },
  ],
  categories: [
    { extName: 'staff', parent: null, title: { en: 'Staff', sv: 'Personal' } },
    { extName: 'staff/manner', parent: 'staff', title: { en: 'Manner', sv: 'Bemötande' } },
    { extName: 'waiting', parent: null, title: { en: 'Waiting', sv: 'Väntan' } },
  ],
  canCorrect: true,
  canTranslate: false,
  withheld: null,
  analysis: textAnalysisExample,
}

/** Text analytics entities with their examples. */
export const textAnalyticsEntities = {
  TextAnalyticsOverview: defineEntity(textAnalyticsOverview, textAnalyticsExample),
  TextCategory: defineEntity(textCategory, textCategoryExample),
  TextSearchRow: defineEntity(textSearchRow, textSearchRowExample),
  TextSearchResult: defineEntity(textSearchResult, textSearchExample),
}
