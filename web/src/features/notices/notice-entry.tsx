import {
  IconAlertCircle,
  IconAt,
  IconCalendarRepeat,
  IconDatabaseOff,
  IconTargetArrow,
  IconWebhook,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Notice, NoticeEvent } from '@gensvar/contract/entities/notices'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import classes from './notice-panel.module.css'
import { useTexts } from './texts.ts'

/** The sign of what an event is about. */
const signs: Record<NoticeEvent, Icon> = {
  'alert-raised': IconAlertCircle,
  'alert-assigned': IconAlertCircle,
  'alert-escalated': IconAlertCircle,
  'alert-reminder': IconAlertCircle,
  'alert-reopened': IconAlertCircle,
  mention: IconAt,
  'action-assigned': IconTargetArrow,
  'action-closed': IconTargetArrow,
  'report-subscribed': IconCalendarRepeat,
  'webhook-paused': IconWebhook,
  'backup-failed': IconDatabaseOff,
}

interface Props {
  notice: Notice
  /** Called when the reader follows it to what it tells of. */
  onOpen: () => void
}

/** A notice: what it says, of which survey and when; one that is not read has a dot and says so. */
export function NoticeEntry({ notice, onOpen }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { event, link, isRead, createdAt, survey } = notice
  const Sign = signs[event]
  const said = text(notice.text)
  const content = (
    <>
      <Sign size={18} stroke={1.75} aria-hidden="true" className={classes['sign']} />
      <span className={classes['what']}>
        <span className={classes['name']}>
          {!isRead && <span className={classes['unseen']}>{t('unread')}: </span>}
          {text(notice.title)}
        </span>
        {said !== '' && <span className={classes['said']}>{said}</span>}
        <span className={classes['about']}>
          {text(survey.title) || survey.extname} ·{' '}
          <time dateTime={createdAt} title={format.moment(createdAt)}>
            {format.relative(createdAt)}
          </time>
        </span>
        {link === null && <span className={classes['about']}>{t('gone')}</span>}
      </span>
      <span className={classes['dot']} aria-hidden="true" />
    </>
  )
  return (
    <li className={classes['item']} data-unread={!isRead || undefined}>
      {link === null ? (
        <div className={classes['entry']}>{content}</div>
      ) : (
        <AppLink href={link} className={classes['entry']} onClick={onOpen}>
          {content}
        </AppLink>
      )}
    </li>
  )
}
