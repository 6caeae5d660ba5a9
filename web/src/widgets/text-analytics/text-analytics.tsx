import type { Sentiment, TextAnalyticsOverview } from '@gensvar/contract/entities/text-analytics'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useDrillPath } from '#web/lib/place.ts'
import { useShownPage } from '#web/lib/shown-page.ts'
import { pageAddress, useSurveyStart } from '#web/lib/survey-start.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { AnalysisNotes, HowJudged } from '#web/widgets/feedback/analysis-notes.tsx'
import { NoComments } from '#web/widgets/feedback/no-comments.tsx'
import { SentimentCircle } from '#web/widgets/feedback/sentiment-circle.tsx'
import { feedbackOf, shownSentiments } from '#web/widgets/feedback/sentiments.ts'
import { useTexts } from '#web/widgets/feedback/texts.ts'
import { useCommentsAddress } from '#web/widgets/feedback/use-comments-address.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { Withheld } from '#web/widgets/withheld.tsx'
import classes from './text-analytics.module.css'

/** What people wrote at a glance: how many did, how good it is, and what it is about. */
export function TextAnalytics({ config }: WidgetProps<'text-analytics'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('text-analytics', 'data', config.id, {})
  return (
    <WidgetFrame
      query={query}
      title={text(config.title) || t('textAnalytics')}
      subtitle={query.data && <Interviews overview={query.data} />}
      actions={<HowJudged analysis={query.data?.analysis} />}
      height={320}
      isEmpty={({ nComments, withheld, analysis }) => nComments === 0 && withheld === null && analysis.nWaiting === 0}
      empty={<NoComments />}
    >
      {(overview) =>
        overview.withheld === null ? (
          <Overview overview={overview} questions={config.questions} detailsPage={config.detailsPage} />
        ) : (
          <Withheld why={overview.withheld} compact />
        )
      }
    </WidgetFrame>
  )
}

/** How many interviews there are and how many have comments, and why these are more where they are. */
function Interviews({ overview: { nInterviews, nCommentInterviews, nComments } }: { overview: TextAnalyticsOverview }) {
  const t = useTexts()
  const format = useFormat()
  if (nInterviews === null || nCommentInterviews === null) return null
  const counted = t('interviews', {
    count: nInterviews,
    n: format.number(nInterviews),
    m: format.number(nCommentInterviews),
  })
  if (nComments === null || nComments <= nCommentInterviews) return counted
  return `${counted}. ${t('several', { n: format.number(nComments) })}`
}

interface OverviewProps {
  overview: TextAnalyticsOverview
  questions: readonly string[]
  detailsPage: string | undefined
}

function Overview({ overview, questions, detailsPage }: OverviewProps) {
  const t = useTexts()
  const details = useDetailsAddress(detailsPage)
  const addressOf = useCommentsAddress(questions)
  return (
    <div className={classes['room']}>
      <div className={classes['sentiments']}>
        {shownSentiments.map((sentiment) => {
          const feedback = feedbackOf(overview, sentiment)
          return (
            <div key={sentiment} className={classes['sentiment']}>
              <SentimentCircle sentiment={sentiment} feedback={feedback} href={addressOf({ sentiment })} />
              <TopCategories
                sentiment={sentiment}
                categories={feedback.topCategories}
                hrefOf={(category) => addressOf({ sentiment, category })}
              />
            </div>
          )
        })}
      </div>
      <AnalysisNotes analysis={overview.analysis} nComments={overview.nComments} />
      {details !== null && (
        <p className={classes['details']}>
          <AppLink href={details}>{t('seeMoreDetails')}</AppLink>
        </p>
      )}
    </div>
  )
}

interface TopProps {
  sentiment: Sentiment
  categories: TextAnalyticsOverview['positiveFeedback']['topCategories']
  hrefOf: (category: string) => string | null
}

/** The categories of which most comments say so. */
function TopCategories({ sentiment, categories, hrefOf }: TopProps) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  if (categories.length === 0) return <p className={classes['none']}>{t('noTopCategory')}</p>
  return (
    <ol className={classes['top']} aria-label={t('topCategories', { sentiment: t(sentiment) })}>
      {categories.map(({ extName, title, nComments }) => {
        const href = hrefOf(extName)
        const about = t('comments', { count: nComments, n: format.number(nComments) })
        return (
          <li key={extName}>
            {href === null ? (
              <span>{text(title)}</span>
            ) : (
              <AppLink href={href} aria-label={`${text(title)}: ${about}`}>
                {text(title)}
              </AppLink>
            )}
            <span className={classes['count']} title={about}>
              {format.number(nComments)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

const detailed = new Set(['feedback-overview', 'feedback-sentiment', 'feedback-search', 'question-search'])

/** Address of the page with more about comments: the configured one, else the first other page that shows some. */
function useDetailsAddress(detailsPage: string | undefined): string | null {
  const { survey } = useSurveyStart()
  const drillPath = useDrillPath()
  const shown = useShownPage()
  const page = survey.pages.find((one) =>
    detailsPage === undefined
      ? [...walkComponents([one])].some(({ component }) => detailed.has(component.type))
      : one.extname === detailsPage,
  )
  if (page === undefined || page.extname === shown?.extname) return null
  return pageAddress(page, survey.extName, drillPath)
}
