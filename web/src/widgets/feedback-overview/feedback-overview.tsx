import { ActionIcon } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { TextCategory } from '@gensvar/contract/entities/text-analytics'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { AnalysisNotes, HowJudged } from '#web/widgets/feedback/analysis-notes.tsx'
import { CategoryTable } from '#web/widgets/feedback/category-table.tsx'
import { NoComments } from '#web/widgets/feedback/no-comments.tsx'
import { SentimentCircle } from '#web/widgets/feedback/sentiment-circle.tsx'
import { feedbackOf, shownSentiments } from '#web/widgets/feedback/sentiments.ts'
import { SplitBar, SplitFigures } from '#web/widgets/feedback/split-bar.tsx'
import { useTexts } from '#web/widgets/feedback/texts.ts'
import { useCommentsAddress } from '#web/widgets/feedback/use-comments-address.ts'
import type { CommentFilters } from '#web/widgets/feedback/use-comments-address.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { Withheld } from '#web/widgets/withheld.tsx'
import classes from './feedback-overview.module.css'

const GrowingTopics = onDemand(async () => (await import('./growing-topics.tsx')).GrowingTopics)
const WordCloud = onDemand(async () => (await import('#web/widgets/feedback/word-cloud.tsx')).WordCloud)

/** The most categories shown as bars. */
const mostBars = 4

/** All feedback by sentiment, and the categories that most comments speak of, as stacked bars or as a table. */
export function FeedbackOverview({ config }: WidgetProps<'feedback-overview'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('feedback-overview', 'data', config.id, {})
  const [isTable, setTable] = useState(false)
  const { data } = query
  const hasFigures = data !== undefined && data.overview.withheld === null && data.topCategories.length > 0
  return (
    <WidgetFrame
      query={query}
      title={text(config.title) || t('feedbackOverview')}
      actions={
        <>
          {hasFigures && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t(isTable ? 'showBars' : 'showTable')}
              title={t(isTable ? 'showBars' : 'showTable')}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? (
                <IconChartBar size={18} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconTable size={18} stroke={1.75} aria-hidden="true" />
              )}
            </ActionIcon>
          )}
          <HowJudged analysis={data?.overview.analysis} />
        </>
      }
      height={360}
      isEmpty={({ overview: { nComments, withheld, analysis } }) =>
        nComments === 0 && withheld === null && analysis.nWaiting === 0
      }
      empty={<NoComments />}
    >
      {(answer) =>
        answer.overview.withheld === null ? (
          <Feedback answer={answer} config={config} isTable={isTable} />
        ) : (
          <Withheld why={answer.overview.withheld} compact />
        )
      }
    </WidgetFrame>
  )
}

interface FeedbackProps {
  answer: WidgetAnswer<'feedback-overview', 'data'>
  config: WidgetProps<'feedback-overview'>['config']
  isTable: boolean
}

function Feedback({ answer: { overview, topCategories, words }, config, isTable }: FeedbackProps) {
  const t = useTexts()
  const addressOf = useCommentsAddress(config.questions)
  const categories = topCategories.slice(0, mostBars)
  return (
    <>
      <div className={classes['circles']}>
        {shownSentiments.map((sentiment) => (
          <SentimentCircle
            key={sentiment}
            sentiment={sentiment}
            feedback={feedbackOf(overview, sentiment)}
            href={addressOf({ sentiment })}
          />
        ))}
      </div>
      {categories.length > 0 && (
        <>
          <h3 className={classes['heading']}>{t('largestCategories')}</h3>
          {isTable ? (
            <CategoryTable label={t('largestCategories')} categories={categories} addressOf={addressOf} />
          ) : (
            <ul className={classes['bars']}>
              {categories.map((category) => (
                <CategoryBar key={category.extName} category={category} addressOf={addressOf} />
              ))}
            </ul>
          )}
        </>
      )}
      {words.length > 0 && (
        <Suspense fallback={<div style={{ height: 200 }} />}>
          <WordCloud words={words} isTable={isTable} hrefOf={(term) => addressOf({ term })} />
        </Suspense>
      )}
      {config.newTopics && (
        <Suspense fallback={null}>
          <GrowingTopics component={config.id} addressOf={addressOf} />
        </Suspense>
      )}
      <AnalysisNotes analysis={overview.analysis} nComments={overview.nComments} />
    </>
  )
}

interface BarProps {
  category: TextCategory
  addressOf: (filters: CommentFilters) => string | null
}

/** A category as a stacked bar with its figures. */
function CategoryBar({ category, addressOf }: BarProps) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { extName, nComments, withheld } = category
  return (
    <li className={classes['category']}>
      <span className={classes['head']}>
        <span className={classes['name']}>{text(category.title)}</span>
        {nComments !== null && (
          <span className={classes['count']}>{t('comments', { count: nComments, n: format.number(nComments) })}</span>
        )}
      </span>
      {withheld === null ? (
        <>
          <SplitBar split={category} />
          <SplitFigures split={category} hrefOf={(sentiment) => addressOf({ sentiment, category: extName })} />
        </>
      ) : (
        <span className={classes['count']}>{text(withheld)}</span>
      )}
    </li>
  )
}
