import type { SentimentFeedback } from '@gensvar/contract/entities/text-analytics'
import type { Sentiment } from '@gensvar/contract/entities/text-analytics'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import classes from './sentiment-circle.module.css'
import { sentimentDecimals, sentimentIcons } from './sentiments.ts'
import { useTexts } from './texts.ts'

interface Props {
  sentiment: Sentiment
  feedback: SentimentFeedback
  /** Address of the comments it counts; null where they cannot be opened. */
  href: string | null
}

/** A ring filled by the share of the comments of one sentiment, with its name and number; leads to these comments. */
export function SentimentCircle({ sentiment, feedback, href }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { feedbackPercentage: share, feedbackPercentageTitle, nComments } = feedback
  const Sign = sentimentIcons[sentiment]
  const content = (
    <>
      <span className={classes['ring']} data-sentiment={sentiment}>
        <svg viewBox="0 0 36 36" aria-hidden="true">
          <circle className={classes['track']} cx="18" cy="18" r="16" />
          {share !== null && share > 0 && (
            <circle
              className={classes['share']}
              cx="18"
              cy="18"
              r="16"
              pathLength="100"
              strokeDasharray={`${share} 100`}
            />
          )}
        </svg>
        <span className={classes['inside']}>
          <Sign size={18} stroke={1.75} aria-hidden="true" />
          <strong>{share === null ? <NoValue /> : format.percent(share, sentimentDecimals)}</strong>
        </span>
      </span>
      <span className={classes['name']}>
        {text(feedbackPercentageTitle)}
        {nComments !== null && (
          <span className={classes['count']}>{t('comments', { count: nComments, n: format.number(nComments) })}</span>
        )}
      </span>
    </>
  )
  if (href === null || !nComments) return <span className={classes['circle']}>{content}</span>
  return (
    <AppLink href={href} className={classes['circle']} title={t('showComments')}>
      {content}
    </AppLink>
  )
}
