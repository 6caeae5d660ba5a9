import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import { GradedAnswers, OverviewCard, RowGroups } from '#web/features/interviews/service.ts'
import { AlertStateBadge } from '#web/ui/alert-state-badge.tsx'
import { AppLink } from '#web/ui/app-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useTexts } from '#web/widgets/alert-table/texts.ts'
import classes from './alert.module.css'
import type { Alert } from './queries.ts'

/** What was said and done about an alert so far, the customer's other alerts, and the interview that raised it. */
export function AroundAlert({ alert, survey }: { alert: Alert; survey: string }) {
  return (
    <div className={classes['around']}>
      <Comments alert={alert} />
      <History alert={alert} />
      <OtherAlerts alert={alert} survey={survey} />
      <LinkedInterview alert={alert} survey={survey} />
    </div>
  )
}

function Comments({ alert: { comments } }: { alert: Alert }) {
  const t = useTexts()
  const { timeZone } = useSurveyStart().survey
  return (
    <Card title={t('comments')}>
      {comments.length === 0 ? (
        <p className={classes['quiet']}>{t('noComments')}</p>
      ) : (
        <ol className={classes['comments']}>
          {comments.map((comment, at) => (
            // They have no key and never change their order.
            <li key={at}>
              <p className={classes['message']}>{comment.comments}</p>
              <p className={classes['quiet']}>
                {comment.user} · <RelativeTime moment={comment.updated} timeZone={timeZone} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** The steps, each in the colour of the state after it: processing amber, closed green, others red. */
function History({ alert: { alertLogs } }: { alert: Alert }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { timeZone } = useSurveyStart().survey
  if (alertLogs.length === 0) return null
  return (
    <Card title={t('history')}>
      <ol className={classes['history']}>
        {alertLogs.map((log, at) => (
          // They have no key and never change their order.
          <li key={at} data-state={log.state}>
            <p className={classes['step']}>
              <strong className={classes['state']}>{text(log.stateText)}</strong>{' '}
              {/* That it was closed is said by its state. */}
              {log.event !== 'closed' && <span>{t(`event_${log.event}`)}</span>}
            </p>
            <p className={classes['quiet']}>
              {log.user === '' ? t('byProgram') : log.user} ·{' '}
              <time dateTime={log.date}>{format.moment(log.date, timeZone)}</time>
            </p>
            {log.newOwner !== null && <p className={classes['message']}>{t('newOwner', { name: log.newOwner })}</p>}
            {log.comment !== '' && <p className={classes['message']}>{log.comment}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function OtherAlerts({ alert: { otherAlerts }, survey }: { alert: Alert; survey: string }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { timeZone } = useSurveyStart().survey
  if (otherAlerts.length === 0) return null
  return (
    <Card title={t('otherAlerts')}>
      <ul className={classes['others']}>
        {otherAlerts.map((other) => (
          <li key={other.id}>
            <AppLink href={paths.alert(survey, other.id)} className={classes['other']}>
              <span>
                {other.title}
                <span className={classes['quiet']}> · {format.moment(other.raisedAt, timeZone)}</span>
              </span>
              <AlertStateBadge state={other.alertState} said={text(other.stateText)} />
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The interview that raised the alert: its background and its answers; what the customer wrote stands at the top. */
function LinkedInterview({ alert: { interviewData, interviewId }, survey }: { alert: Alert; survey: string }) {
  const t = useTexts()
  const { canViewInterviews } = useSurveyStart().rights
  if (interviewData === null) return null
  return (
    <section className={classes['interview']} aria-label={t('interview')}>
      <OverviewCard data={interviewData} />
      <GradedAnswers data={interviewData} />
      <RowGroups groups={interviewData.tableGroups} />
      {canViewInterviews && (
        <AppLink href={paths.interview(survey, interviewId)} className={classes['toInterview']}>
          {t('toInterview')}
        </AppLink>
      )}
    </section>
  )
}
