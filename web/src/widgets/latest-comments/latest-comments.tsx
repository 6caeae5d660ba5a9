import { useState } from 'react'
import type { LocalText } from '@gensvar/contract/local-text'
import type { TextSpan } from '@gensvar/contract/entities/text-analytics'
import type { CustomerComment } from '@gensvar/contract/widgets/latest-comments'
import { useFormat } from '#web/lib/format.ts'
import type { InterviewList } from '#web/lib/interview-list.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { FaceIcon } from '#web/ui/face-icon.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { MarkedComment } from '#web/widgets/feedback/marked-comment.tsx'
import { useTexts } from '#web/widgets/texts.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import classes from './latest-comments.module.css'

/** How many characters of a text are shown before “More”; a text a little longer is shown whole. */
const shownLength = 240
const wholeLength = shownLength + shownLength / 4

const none: readonly TextSpan[] = []

/** Height of a short comment, and the greatest height kept free while comments load, in pixels. */
const commentHeight = 68
const mostHeight = 360

/** What customers wrote last, each with score, unit and date, and a link to its interview. */
export function LatestComments({ config }: WidgetProps<'latest-comments'>) {
  const t = useTexts()
  const text = useLocalText()
  const { isDated } = useSurveyStart().survey
  const query = useWidgetData('latest-comments', 'data', config.id, {}, { isOfRows: true })
  const why = query.data?.withheld ?? null
  return (
    <WidgetFrame
      query={query}
      title={text(config.title) || t(isDated ? 'latestComments' : 'comments')}
      height={Math.min(config.count * commentHeight, mostHeight)}
      isEmpty={({ comments }) => comments.length === 0}
      empty={
        <Empty title={t(why === null ? 'noComments' : 'noCommentsShown')} compact>
          {why === null ? t('noCommentsHelp') : text(why)}
        </Empty>
      }
    >
      {({ comments, scoreTitle }) => (
        <Comments comments={comments} scoreTitle={scoreTitle} main={config.variables[0]} />
      )}
    </WidgetFrame>
  )
}

interface CommentsProps {
  comments: readonly CustomerComment[]
  scoreTitle: LocalText | null
  /** The question whose answers need no heading. */
  main: string | undefined
}

function Comments({ comments, scoreTitle, main }: CommentsProps) {
  const ids = comments.map(({ interviewId }) => interviewId)
  return (
    <ol className={classes['comments']} data-rows>
      {comments.map((comment, position) => (
        <Comment
          key={comment.interviewId}
          comment={comment}
          scoreTitle={scoreTitle}
          main={main}
          list={{ source: { kind: 'ids', ids }, position }}
        />
      ))}
    </ol>
  )
}

interface CommentProps extends Omit<CommentsProps, 'comments'> {
  comment: CustomerComment
  list: InterviewList
}

function Comment({ comment, scoreTitle, main, list }: CommentProps) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { survey } = usePlace()
  const { interviewId, texts, unit, eventDate, face } = comment
  const about = [unit, eventDate && format.date(eventDate)].filter((part) => part !== null)
  return (
    <li className={classes['comment']}>
      <div className={classes['score']}>
        {face !== null && <FaceIcon grade={face} size={24} />}
        <Score comment={comment} scoreTitle={scoreTitle} />
      </div>
      <div className={classes['words']}>
        {texts.map((one) => (
          <div key={one.variable} className={classes['answer']}>
            {/* Another question has to be named, or its answer would seem to be about the first. */}
            {one.variable !== main && <p className={classes['label']}>{text(one.label)}</p>}
            <LongText
              value={one.value}
              spans={one.judgement?.spans.filter(({ kind }) => kind !== 'category') ?? none}
            />
          </div>
        ))}
        <p className={classes['about']}>
          <AppLink
            href={paths.interview(survey, interviewId)}
            state={{ interviewList: list }}
            aria-label={[t('openInterview'), about.join(' · ') || `#${interviewId}`].join(': ')}
          >
            {about.length > 0 ? about.join(' · ') : t('openInterview')}
          </AppLink>
        </p>
      </div>
    </li>
  )
}

function Score({ comment: { score, scoreMax }, scoreTitle }: Pick<CommentProps, 'comment' | 'scoreTitle'>) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  if (score === null) return null
  const shown = format.number(score, Number.isInteger(score) ? 0 : 1)
  const title = text(scoreTitle)
  const label =
    scoreMax === null
      ? t('scoreIs', { title, score: shown })
      : t('scoreOf', { title, score: shown, top: format.number(scoreMax) })
  return (
    <span role="img" aria-label={label} title={label} className={classes['value']}>
      {shown}
      {scoreMax !== null && <small>/{format.number(scoreMax)}</small>}
    </span>
  )
}

/** A text as written; of a long one the beginning, cut between words, until the reader asks for more. */
function LongText({ value, spans }: { value: string; spans: readonly TextSpan[] }) {
  const t = useTexts()
  const [isWhole, setWhole] = useState(false)
  const isLong = value.length > wholeLength
  return (
    <p className={classes['text']}>
      <MarkedComment comment={value} spans={spans} most={isWhole ? undefined : shownLength} />
      {isLong && ' '}
      {isLong && (
        <button type="button" className={classes['more']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'less' : 'more')}
        </button>
      )}
    </p>
  )
}
