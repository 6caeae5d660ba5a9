import type { z } from 'zod'
import { growingTopicsExample } from '../../entities/growing-topics.ts'
import {
  textAnalysisExample,
  textAnalyticsExample,
  textCategoryExample,
  textSearchExample,
  textSearchRowExample,
  textSubcategoryExample,
} from '../../entities/text-analytics.ts'
import type { GrowingTopics } from '../../entities/growing-topics.ts'
import type {
  SentimentFeedback,
  TextAnalysis,
  TextAnalyticsOverview,
  TextCategory,
  TextSearchRow,
  TextWord,
  textSearchResult,
} from '../../entities/text-analytics.ts'
import type { AnswerState } from './in-states.ts'
import { fewResponses, longNames, longTitle, withheldReason } from './words.ts'

/** The analysis in each state: with long names, some comments wait and some were judged before. */
export function analysisIn(state: AnswerState): TextAnalysis {
  return state === 'long' ? { ...textAnalysisExample, nWaiting: 1204, nEarlier: 345 } : textAnalysisExample
}

const noPercentages = { percentagePositives: null, percentageNegatives: null, percentageNeutrals: null }
const noCounts = { nPositives: null, nNegatives: null, nNeutrals: null, nComments: null }

function feedbackOf(feedback: SentimentFeedback, state: AnswerState): SentimentFeedback {
  if (state === 'empty') return { ...feedback, feedbackPercentage: null, nComments: 0, topCategories: [] }
  if (state === 'withheld') return { ...feedback, feedbackPercentage: null, nComments: null, topCategories: [] }
  if (state === 'few') return { ...feedback, nComments: fewResponses / 3, topCategories: [] }
  const topCategories = longNames.map((title, at) => ({ extName: `c${at}`, title, nComments: 1234 - at }))
  return { ...feedback, nComments: 12_345, topCategories }
}

/** An overview in each state. */
export function overviewIn(state: AnswerState): TextAnalyticsOverview {
  const { positiveFeedback, negativeFeedback, neutralFeedback } = textAnalyticsExample
  const counts = {
    empty: { nInterviews: 0, nCommentInterviews: 0, nComments: 0 },
    withheld: { nInterviews: null, nCommentInterviews: null, nComments: null },
    few: { nInterviews: 40, nCommentInterviews: fewResponses, nComments: fewResponses },
    long: { nInterviews: 123_456, nCommentInterviews: 34_567, nComments: 37_035 },
  }[state]
  return {
    ...counts,
    positiveFeedback: feedbackOf(positiveFeedback, state),
    negativeFeedback: feedbackOf(negativeFeedback, state),
    neutralFeedback: feedbackOf(neutralFeedback, state),
    withheld: state === 'withheld' ? withheldReason : null,
    analysis: analysisIn(state),
  }
}

/** Categories in each state. */
export function categoriesIn(state: AnswerState): TextCategory[] {
  if (state === 'empty' || state === 'withheld') return []
  const unknown = {
    ...textCategoryExample,
    ...noPercentages,
    ...noCounts,
    withheld: withheldReason,
    questionResults: [],
  }
  if (state === 'few')
    return [textCategoryExample, { ...unknown, extName: 'price', title: { en: 'Price', sv: 'Pris' } }]
  return [...longNames, longTitle, 'Preis'].flatMap((title, at) => [
    { ...textCategoryExample, extName: `c${at}`, title, nComments: 1234 - at },
    { ...textSubcategoryExample, extName: `c${at}/below`, parent: `c${at}`, title: longTitle },
  ])
}

/** As many words as a word cloud has, long ones among them. */
export const longWords: TextWord[] = [...longNames, longTitle]
  .flatMap((text) => text.toLowerCase().split(/[^\p{L}]+/u))
  .filter((word, at, all) => word.length > 3 && all.indexOf(word) === at)
  .map((word, at) => ({
    word,
    nComments: 900 - 30 * at,
    nPositives: at % 3 === 0 ? 800 - 30 * at : 5,
    nNegatives: at % 3 === 1 ? 700 - 30 * at : 5,
  }))

/** Topics in each state: of all time there are none. */
export function topicsIn(state: AnswerState): GrowingTopics {
  const none: GrowingTopics = { ...growingTopicsExample, topics: [] }
  if (state === 'empty') return { ...none, nComments: 0, nCommentsBefore: 0, before: null }
  if (state === 'withheld') return { ...none, nComments: null, nCommentsBefore: null, withheld: withheldReason }
  if (state === 'few') return { ...none, nComments: fewResponses, nCommentsBefore: 3 }
  const [first, second] = growingTopicsExample.topics
  const long = [...longNames, longTitle].flatMap((title) =>
    first && second
      ? [
          { ...first, title },
          { ...second, title },
        ]
      : [],
  )
  return { ...growingTopicsExample, topics: long.map((topic, at) => ({ ...topic, name: `c${at}` })).slice(0, 8) }
}

/** Found comments in each state. */
export function commentsIn(state: AnswerState): z.infer<typeof textSearchResult> {
  const none = { ...textSearchExample, rows: [], totalNumberRows: 0 }
  if (state === 'empty') return none
  if (state === 'withheld')
    return { ...none, customerInfoTitles: [], categories: [], canCorrect: false, withheld: withheldReason }
  if (state === 'few') return textSearchExample
  const long: TextSearchRow = {
    ...textSearchRowExample,
    question: longTitle,
    comment: `${longNames.join('. ')}. ${longTitle}. `.repeat(8).trim(),
    spans: [{ start: 0, end: 38, kind: 'negative', entry: 'Kundendienst*', category: null, because: ['stronger'] }],
    indicator: longNames.map((title, at) => ({ extName: `c${at}`, title, sentiment: 'negative' as const })),
    flags: ['shortened'],
    corrected: { by: 'Anna Berg', at: '2026-03-02T08:15:00Z' },
    customerInfo: [longNames[1], longTitle],
  }
  return {
    ...textSearchExample,
    rows: Array.from({ length: 25 }, (_, at) => ({ ...long, interviewId: 400 + at })),
    totalNumberRows: 1_234_567,
    nSilent: 2345,
    analysis: analysisIn(state),
  }
}
