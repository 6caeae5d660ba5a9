import { sentimentIcons } from './sentiments.ts'
import type { CommentKind } from './sentiments.ts'
import classes from './feedback.module.css'
import { useTexts } from './texts.ts'

/** The picture of a sentiment, named for screen readers. */
export function SentimentSign({ kind, size = 18 }: { kind: CommentKind; size?: number }) {
  const t = useTexts()
  const Sign = sentimentIcons[kind]
  return (
    <span role="img" aria-label={t(kind)} title={t(kind)} className={classes['sign']} data-sentiment={kind}>
      <Sign size={size} stroke={1.75} aria-hidden="true" />
    </span>
  )
}

/** What a comment says: a thumb for good, one for bad, both for one that says both, a dash for neither. */
export function CommentSign({ positive, negative }: { positive: boolean; negative: boolean }) {
  return (
    <span className={classes['signs']}>
      {positive && <SentimentSign kind="positive" />}
      {negative && <SentimentSign kind="negative" />}
      {!positive && !negative && <SentimentSign kind="neutral" />}
    </span>
  )
}
