import { Modal } from '@mantine/core'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { MailState } from './mail-state.tsx'
import { useTexts } from './mail-texts.ts'
import type { Mail } from './mail.ts'
import classes from './mails.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  /** The mail shown; it stays while the dialog closes. */
  mail: Mail | null
}

/** A mail as it was written, and what became of it. */
export function MailDialog({ opened, onClose, mail }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const format = useFormat()
  return (
    <Modal
      opened={opened && mail !== null}
      onClose={onClose}
      title={mail?.subject}
      size={640}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {mail !== null && (
        <>
          <dl className={classes['facts']}>
            <dt>{t('to')}</dt>
            <dd>{mail.to}</dd>
            <dt>{t('state')}</dt>
            <dd>
              <MailState state={mail.state} />
            </dd>
            <dt>{t('created')}</dt>
            <dd>{format.moment(mail.createdAt)}</dd>
            {mail.sentAt !== null && (
              <>
                <dt>{t('sent')}</dt>
                <dd>{format.moment(mail.sentAt)}</dd>
              </>
            )}
            {mail.reason !== '' && (
              <>
                <dt>{t('reason')}</dt>
                <dd>{mail.reason}</dd>
              </>
            )}
          </dl>
          <pre className={classes['text']} tabIndex={0}>
            {mail.text}
          </pre>
        </>
      )}
    </Modal>
  )
}
