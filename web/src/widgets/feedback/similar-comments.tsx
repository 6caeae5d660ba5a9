import { useQuery } from '@tanstack/react-query'
import { listSimilarComments } from '@gensvar/contract/comments'
import type { TextSearchRow } from '@gensvar/contract/entities/text-analytics'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { usePlace } from '#web/lib/place.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import classes from './comment-dialog.module.css'
import { beginningOf } from './comment-pieces.ts'
import { CommentSign } from './sentiment-sign.tsx'
import { useTexts } from './texts.ts'

/** About how many characters of each comment are shown. */
const shownLength = 160

/** Other comments that are like one, each leading to its interview. */
export function SimilarComments({ row: { interviewId, variable } }: { row: TextSearchRow }) {
  const t = useTexts()
  const { survey } = usePlace()
  const query = useQuery({
    queryKey: ['similar-comments', survey, interviewId, variable],
    queryFn: ({ signal }) => call(listSimilarComments, { params: { survey, interviewId, variable } }, { signal }),
    meta: { quiet: true },
  })
  return (
    <section className={classes['similar']}>
      <h3 className={classes['heading']}>{t('similarComments')}</h3>
      <DataState query={query} height={64} compact>
        {({ comments }) =>
          comments.length === 0 ? (
            <p className={classes['none']}>{t('noneSimilar')}</p>
          ) : (
            <ul className={classes['list']}>
              {comments.map((one) => (
                <Similar key={`${one.interviewId} ${one.variable}`} row={one} survey={survey} />
              ))}
            </ul>
          )
        }
      </DataState>
    </section>
  )
}

function Similar({ row, survey }: { row: TextSearchRow; survey: string }) {
  const format = useFormat()
  const { text, isCut } = beginningOf(row.comment, shownLength)
  return (
    <li className={classes['one']}>
      <CommentSign positive={row.positive} negative={row.negative} />
      <span className={classes['words']}>
        <AppLink href={paths.interview(survey, row.interviewId)}>
          {text}
          {isCut && '…'}
        </AppLink>
        {row.eventDate !== null && <span className={classes['when']}>{format.date(row.eventDate)}</span>}
      </span>
    </li>
  )
}
