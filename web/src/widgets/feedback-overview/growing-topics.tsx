import { IconTrendingUp } from '@tabler/icons-react'
import type { GrowingTopic, GrowingTopics as Answered } from '@gensvar/contract/entities/growing-topics'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { SentimentSign } from '#web/widgets/feedback/sentiment-sign.tsx'
import { mostlyOf, sentimentDecimals } from '#web/widgets/feedback/sentiments.ts'
import { useTexts } from '#web/widgets/feedback/texts.ts'
import type { CommentFilters } from '#web/widgets/feedback/use-comments-address.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import classes from './feedback-overview.module.css'

interface Props {
  /** Id of the component. */
  component: string
  addressOf: (filters: CommentFilters) => string | null
}

/** What comments speak of more than in the period before; nothing where there is no such period. */
export function GrowingTopics({ component, addressOf }: Props) {
  const query = useWidgetData('feedback-overview', 'topics', component, {})
  return (
    <DataState query={query} height={80} compact>
      {(answer) => <Topics answer={answer} addressOf={addressOf} />}
    </DataState>
  )
}

function Topics({ answer, addressOf }: Pick<Props, 'addressOf'> & { answer: Answered }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { topics, nComments, nCommentsBefore, before, fewestComments } = answer
  if (before === null || nComments === null || nCommentsBefore === null) return null
  const isFew = Math.min(nComments, nCommentsBefore) < fewestComments
  return (
    <section>
      <h3 className={classes['heading']}>{t('newOrGrowing')}</h3>
      {topics.length > 0 && (
        <ul className={classes['topics']} aria-label={t('newOrGrowing')}>
          {topics.map((topic) => (
            <Topic key={`${topic.kind} ${topic.name}`} topic={topic} addressOf={addressOf} />
          ))}
        </ul>
      )}
      <p className={classes['compared']}>
        {isFew
          ? t('tooFewToCompare', { n: format.number(fewestComments) })
          : t(topics.length > 0 ? 'grownAgainst' : 'noneGrown', { period: text(before) })}
      </p>
    </section>
  )
}

/** A topic with its comments and both shares; words stand in quotation marks. */
function Topic({ topic, addressOf }: Pick<Props, 'addressOf'> & { topic: GrowingTopic }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { kind, name, title, nComments, nCommentsBefore, percentage, percentageBefore } = topic
  const href = addressOf(kind === 'category' ? { category: name } : { term: name })
  const about = t('comments', { count: nComments, n: format.number(nComments) })
  const tone = mostlyOf(topic)
  const label = kind === 'category' ? text(title) : <q>{text(title)}</q>
  return (
    <li className={classes['topic']}>
      <span className={classes['topicName']}>
        {tone === 'neutral' ? (
          <IconTrendingUp size={16} stroke={1.75} aria-hidden="true" />
        ) : (
          <SentimentSign kind={tone} size={16} />
        )}
        {href === null ? <span>{label}</span> : <AppLink href={href}>{label}</AppLink>}
      </span>
      <span className={classes['count']}>
        {about},{' '}
        {nCommentsBefore === 0
          ? t('shareNew', { share: format.percent(percentage, sentimentDecimals) })
          : t('shareGrown', {
              share: format.percent(percentage, sentimentDecimals),
              before: format.percent(percentageBefore, sentimentDecimals),
            })}
      </span>
    </li>
  )
}
