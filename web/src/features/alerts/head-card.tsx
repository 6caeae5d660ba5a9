import { Button } from '@mantine/core'
import { IconAlarm, IconMail, IconMessage, IconPhone, IconUserShare } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { Quotes } from '#web/features/interviews/service.ts'
import { AlertStateBadge } from '#web/ui/alert-state-badge.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useTexts } from '#web/widgets/alert-table/texts.ts'
import classes from './alert.module.css'
import { alertKey } from './queries.ts'
import type { Alert } from './queries.ts'

const AssignDialog = whenOpened(() =>
  import('#web/widgets/alert-table/assign-dialog.tsx').then((file) => file.AssignDialog),
)

interface Props {
  alert: Alert
  survey: string
  /** Fetches the alert again, which has somebody else then. */
  onAssigned: () => Promise<unknown>
}

/** What happened, to whom, who has it and until when, and how to reach the customer. */
export function HeadCard({ alert, survey, onAssigned }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const { timeZone } = useSurveyStart().survey
  const { alertInfo, interviewData } = alert
  const said = text(alert.stateText)
  // What the information quotes already is not repeated.
  const quoted = (interviewData?.openQuestionsData ?? []).filter(({ value }) => !alertInfo.includes(value))
  return (
    <section className={classes['head']} aria-labelledby="alert-title">
      <div className={classes['signs']}>
        <AlertStateBadge state={alert.alertState} said={said} />
        {alert.isOverdue && (
          <Chip tone="negative" icon={<IconAlarm size={14} aria-hidden="true" />}>
            {t('isOverdue')}
          </Chip>
        )}
      </div>
      <h1 id="alert-title" className={classes['title']}>
        {alert.title}
      </h1>
      <p className={classes['quiet']}>
        <span className={classes['place']}>{alert.place} · </span>
        {t('raised')} <RelativeTime moment={alert.raisedAt} timeZone={timeZone} />
      </p>
      {alertInfo !== '' && <p className={classes['info']}>{alertInfo}</p>}
      <Quotes answers={quoted} />
      <ContactButtons contact={alert.contact} />
      <Facts alert={alert} survey={survey} onAssigned={onAssigned} />
    </section>
  )
}

/** A number as telephones take it. */
const dialled = (phone: string) => phone.replaceAll(/[^\d+*#]/g, '')

/** Call, text message and mail, as far as the customer can be reached so; large enough for a thumb. */
function ContactButtons({ contact }: Pick<Alert, 'contact'>) {
  const t = useTexts()
  if (contact === null) return null
  const { name, email, phone } = contact
  const ways = [
    ...(phone === ''
      ? []
      : [
          { icon: IconPhone, word: t('call'), href: `tel:${dialled(phone)}`, to: phone },
          { icon: IconMessage, word: t('sms'), href: `sms:${dialled(phone)}`, to: phone },
        ]),
    ...(email === '' ? [] : [{ icon: IconMail, word: t('mail'), href: `mailto:${encodeURI(email)}`, to: email }]),
  ]
  if (name === '' && ways.length === 0) return null
  return (
    <section className={classes['contact']} aria-label={t('contact')}>
      <p className={classes['customer']}>
        <strong>{name}</strong> <span className={classes['quiet']}>{[phone, email].filter(Boolean).join(' · ')}</span>
      </p>
      {ways.length > 0 && (
        <div className={classes['ways']}>
          {ways.map(({ icon: Sign, word, href, to }) => (
            <Button
              key={word}
              component="a"
              href={href}
              variant="default"
              aria-label={t('contactBy', { way: word, to })}
              leftSection={<Sign size={18} stroke={1.75} aria-hidden="true" />}
            >
              {word}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}

/** Who has the alert, until when it should be closed, and when it was. */
function Facts({ alert, survey, onAssigned }: Props) {
  const t = useTexts()
  const format = useFormat()
  const { timeZone } = useSurveyStart().survey
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { owner, due, closedDate, isOverdue } = alert
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>{t('owner')}</dt>
        <dd className={classes['owner']}>
          <span>{owner?.name ?? t('nobody')}</span>
          {alert.canModify && (
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconUserShare size={16} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={() => setAsked(true)}
            >
              {t(owner === null ? 'assign' : 'reassign')}
            </Button>
          )}
        </dd>
      </div>
      {due !== null && closedDate === null && (
        <div>
          <dt>{t('due')}</dt>
          <dd data-overdue={isOverdue || undefined}>
            {format.moment(due, timeZone)} (<RelativeTime moment={due} timeZone={timeZone} />)
          </dd>
        </div>
      )}
      {closedDate !== null && (
        <div>
          <dt>{t('closedDate')}</dt>
          <dd>{format.moment(closedDate, timeZone)}</dd>
        </div>
      )}
      <AssignDialog
        opened={isAsked}
        survey={survey}
        alertIds={[alert.id]}
        onClose={() => setAsked(false)}
        onAssigned={() => {
          void refreshAround(queryClient, survey, alertKey)
          return onAssigned()
        }}
      />
    </dl>
  )
}
