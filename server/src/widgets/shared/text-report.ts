import type { GrowingTopics } from '@gensvar/contract/entities/growing-topics'
import type { TextAnalyticsOverview, TextCategory } from '@gensvar/contract/entities/text-analytics'
import { pickText } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { sentimentTitles } from '#server/domain/comments/facets.ts'
import type { ReportCell, ReportColumn, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { answersCell } from './report-cells.ts'

const percent = { kind: 'number', decimals: 2, suffix: '%' } as const

/** Comments by sentiment, a row each, with the largest categories in words. */
export function feedbackTable(locale: Locale, title: Words, overview: TextAnalyticsOverview): ReportTable {
  const { positiveFeedback, negativeFeedback, neutralFeedback, withheld } = overview
  return {
    kind: 'table',
    title: translate(title, locale),
    columns: [
      { title: translate(say`Sentiment`, locale), kind: 'text' },
      { title: translate(say`Share`, locale), ...percent },
      { title: translate(say`Comments`, locale), kind: 'number', decimals: 0 },
      { title: translate(say`Largest categories`, locale), kind: 'text', width: 50 },
    ],
    rows: [positiveFeedback, negativeFeedback, neutralFeedback].map((feedback) => [
      { text: pickText(feedback.feedbackPercentageTitle, locale) },
      percentCell(feedback.feedbackPercentage),
      answersCell(feedback.nComments, false, locale),
      {
        text: feedback.topCategories
          .map(({ title: name, nComments }) => `${pickText(name, locale)} (${nComments})`)
          .join(', '),
      },
    ]),
    notes: withheld ? [pickText(withheld, locale)] : countNotes(overview).map((note) => translate(note, locale)),
  }
}

/** How many interviews have comments, and why these are more where they are. */
function countNotes({ nInterviews, nCommentInterviews, nComments }: TextAnalyticsOverview): Words[] {
  const commented = nCommentInterviews ?? 0
  const counted = say`${new Count(commented)} of ${new Count(nInterviews ?? 0)} interviews have comments.`
  if (nComments === null || nComments <= commented) return [counted]
  return [counted, say`${new Count(nComments)} comments in all: one interview can have several.`]
}

/** Categories with their shares by sentiment, and of each question the share of comments that speak of them. */
export function categoryTable(
  locale: Locale,
  title: Words,
  categories: readonly TextCategory[],
  withheld: LocalText | null = null,
): ReportTable {
  const questions = categories[0]?.questionResults ?? []
  const names = new Map(categories.map((category) => [category.extName, pickText(category.title, locale)]))
  return {
    kind: 'table',
    title: translate(title, locale),
    columns: [
      { title: translate(say`Category`, locale), kind: 'text', width: 30 },
      { title: translate(say`Comments`, locale), kind: 'number', decimals: 0 },
      ...(['positive', 'negative', 'neutral'] as const).map((sentiment): ReportColumn => ({
        title: sentimentTitles[sentiment][locale],
        ...percent,
      })),
      ...questions.map((one): ReportColumn => ({ title: pickText(one.title, locale), kind: 'text' })),
    ],
    rows: categories.map((one) => [
      {
        text: [one.parent, one.extName].flatMap((name) => (name === null ? [] : (names.get(name) ?? name))).join(': '),
      },
      answersCell(one.nComments, false, locale),
      percentCell(one.percentagePositives),
      percentCell(one.percentageNegatives),
      percentCell(one.percentageNeutrals),
      ...one.questionResults.map(({ percentageText }) => ({ text: percentageText })),
    ]),
    notes: withheld ? [pickText(withheld, locale)] : [],
  }
}

/** What comments speak of more than in the period before, a row each. */
export function topicTable(locale: Locale, { topics, before }: GrowingTopics): ReportTable {
  return {
    kind: 'table',
    title: translate(say`New or growing`, locale),
    columns: [
      { title: translate(say`Topic`, locale), kind: 'text', width: 30 },
      { title: translate(say`Comments`, locale), kind: 'number', decimals: 0 },
      { title: translate(say`Share`, locale), ...percent },
      { title: translate(say`Before`, locale), ...percent },
    ],
    rows: topics.map(({ title, nComments, percentage, percentageBefore }) => [
      { text: pickText(title, locale) },
      answersCell(nComments, false, locale),
      percentCell(percentage),
      percentCell(percentageBefore),
    ]),
    notes: before === null ? [] : [`${translate(say`Compared with`, locale)} ${pickText(before, locale)}`],
  }
}

function percentCell(value: number | null): ReportCell {
  return value === null ? { text: '' } : { text: value.toFixed(2), value }
}
