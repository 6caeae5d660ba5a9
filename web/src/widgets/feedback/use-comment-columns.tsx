import { IconHelpCircle, IconPencilCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { TextSearchResult, TextSearchRow } from '@gensvar/contract/entities/text-analytics'
import { useFormat } from '#web/lib/format.ts'
import type { Format } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { Chip } from '#web/ui/chip.tsx'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import classes from './comment-columns.module.css'
import { MarkedComment } from './marked-comment.tsx'
import { CommentSign } from './sentiment-sign.tsx'
import { sentimentIcons } from './sentiments.ts'
import { useTexts } from './texts.ts'

/** About how many characters of a comment the table shows. */
const shownLength = 280

const tones = { positive: 'positive', negative: 'negative', neutral: 'quiet' } as const

/** The columns of a search: the comment, what it says, what it is about, and whose it is. */
export function useCommentColumns(
  found: TextSearchResult | undefined,
  onAsk: (row: TextSearchRow) => void,
): Column<TextSearchRow>[] {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const titles = found?.customerInfoTitles
  const hasQuestions = (found?.questions.length ?? 0) > 1
  return useMemo(
    () => [
      {
        id: 'comment',
        title: t('comment'),
        naming: true,
        isProse: true,
        isLong: true,
        text: ({ comment }) => comment,
        cell: ({ comment, spans, question }) => (
          <span className={classes['comment']}>
            {hasQuestions && <span className={classes['question']}>{text(question)}</span>}
            <MarkedComment comment={comment} spans={spans} most={shownLength} />
          </span>
        ),
        aside: (row) => (
          <CellButton label={t('why')} onClick={() => onAsk(row)}>
            {row.corrected === null ? (
              <IconHelpCircle size={18} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconPencilCheck size={18} stroke={1.75} aria-hidden="true" />
            )}
          </CellButton>
        ),
      },
      {
        id: 'sentiment',
        title: t('sentiment'),
        width: 110,
        isFixed: true,
        sortBy: 'score',
        descFirst: true,
        underName: true,
        text: (row) => signWords(row, t),
        cell: ({ positive, negative }) => <CommentSign positive={positive} negative={negative} />,
      },
      {
        id: 'category',
        title: t('category'),
        width: 180,
        isLong: true,
        underName: true,
        text: ({ indicator }) => indicator.map(({ title }) => text(title)).join(', '),
        cell: ({ indicator }) => (
          <span className={classes['chips']}>
            {indicator.map(({ extName, title, sentiment }) => {
              const Sign = sentimentIcons[sentiment]
              return (
                <Chip
                  key={extName}
                  tone={tones[sentiment]}
                  icon={
                    <span role="img" aria-label={t(sentiment)} title={t(sentiment)} className={classes['sign']}>
                      <Sign size={14} stroke={1.75} aria-hidden="true" />
                    </span>
                  }
                >
                  {text(title)}
                </Chip>
              )
            })}
          </span>
        ),
      },
      {
        id: 'customer',
        title: t('customerInfo'),
        width: 200,
        isLong: true,
        sortBy: 'date',
        descFirst: true,
        text: (row) => customerLines(row, format).join(', '),
        cell: (row) => (
          <span className={classes['customer']}>
            {row.customerInfo.map((value, at) => {
              const title = text(titles?.[at])
              return value === '' ? null : (
                <span key={at} title={title}>
                  {title !== '' && <span className={classes['unseen']}>{title}: </span>}
                  {value}
                </span>
              )
            })}
            {row.eventDate !== null && <span className={classes['date']}>{format.date(row.eventDate)}</span>}
          </span>
        ),
      },
    ],
    [t, text, format, titles, hasQuestions, onAsk],
  )
}

function signWords({ positive, negative }: TextSearchRow, t: ReturnType<typeof useTexts>): string {
  const words = [...(positive ? [t('positive')] : []), ...(negative ? [t('negative')] : [])]
  return words.join(', ') || t('neutral')
}

function customerLines({ customerInfo, eventDate }: TextSearchRow, format: Format): string[] {
  return [...customerInfo, ...(eventDate === null ? [] : [format.date(eventDate)])].filter((value) => value !== '')
}
