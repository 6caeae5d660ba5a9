import type { TextSpan } from '@gensvar/contract/entities/text-analytics'
import { beginningOf, piecesOf } from './comment-pieces.ts'
import classes from './marked-comment.module.css'

interface Props {
  comment: string
  spans: readonly TextSpan[]
  /** About how many characters of a longer comment are shown; all of it where left out. */
  most?: number
}

/** A comment with the words marked that count as good or bad, or that name a category. */
export function MarkedComment({ comment, spans, most }: Props) {
  const { text, isCut } = most === undefined ? { text: comment, isCut: false } : beginningOf(comment, most)
  return (
    <span className={classes['comment']} dir="auto">
      {piecesOf(text, spans).map(({ text: part, kind }, at) =>
        kind === null ? (
          part
        ) : (
          <mark key={at} className={classes['mark']} data-kind={kind}>
            {part}
          </mark>
        ),
      )}
      {isCut && '…'}
    </span>
  )
}
