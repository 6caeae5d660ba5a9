import { useFormat } from '#web/lib/format.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { StackedBar } from '#web/ui/stacked-bar.tsx'
import classes from './feedback.module.css'
import { SentimentSign } from './sentiment-sign.tsx'
import { partOf, sentimentDecimals, shownSentiments } from './sentiments.ts'
import type { Split } from './sentiments.ts'
import { useTexts } from './texts.ts'
import type { Sentiment } from '@gensvar/contract/entities/text-analytics'

/** The shares of good, bad and neutral comments as one stacked bar; its figures stand beside it. */
export function SplitBar({ split }: { split: Split }) {
  const parts = shownSentiments.map((sentiment) => ({
    name: sentiment,
    share: partOf(split, sentiment).percentage ?? 0,
    colour: colours[sentiment],
  }))
  return <StackedBar parts={parts} />
}

const colours: Readonly<Record<Sentiment, string>> = {
  positive: 'var(--gv-positive-fill)',
  negative: 'var(--gv-series-negative)',
  neutral: 'var(--gv-no-value-fill)',
}

interface FigureProps {
  split: Split
  sentiment: Sentiment
  /** Address of the comments it counts; null where they cannot be opened. */
  href: string | null
  /** Without the picture, as in a column that is named. */
  isPlain?: boolean
}

/** The share of one sentiment, which leads to the comments it counts. */
export function SplitFigure({ split, sentiment, href, isPlain = false }: FigureProps) {
  const t = useTexts()
  const format = useFormat()
  const { percentage, count } = partOf(split, sentiment)
  if (percentage === null) return <NoValue />
  const words = format.percent(percentage, sentimentDecimals)
  const about = count === null ? '' : t('comments', { count, n: format.number(count) })
  const content = (
    <>
      {!isPlain && <SentimentSign kind={sentiment} size={16} />}
      {words}
    </>
  )
  if (href === null || !count)
    return (
      <span className={classes['figure']} title={about}>
        {content}
      </span>
    )
  return (
    <AppLink href={href} className={classes['figure']} title={about} aria-label={`${t(sentiment)}: ${words}, ${about}`}>
      {content}
    </AppLink>
  )
}

/** The three shares in a line. */
export function SplitFigures({ split, hrefOf }: { split: Split; hrefOf: (sentiment: Sentiment) => string | null }) {
  return (
    <span className={classes['figures']}>
      {shownSentiments.map((sentiment) => (
        <SplitFigure key={sentiment} split={split} sentiment={sentiment} href={hrefOf(sentiment)} />
      ))}
    </span>
  )
}
