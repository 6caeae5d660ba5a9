import { useTexts } from './mail-texts.ts'
import type { Mail } from './mail.ts'
import classes from './mails.module.css'

/** The meaning of each state's colour; its text says it too. */
const tones: Record<Mail['state'], 'quiet' | 'accent' | 'positive' | 'negative' | 'amber'> = {
  PENDING: 'quiet',
  SENDING: 'accent',
  SENT: 'positive',
  FAILED: 'negative',
  UNKNOWN: 'amber',
}

/** What became of a mail. */
export function MailState({ state }: Pick<Mail, 'state'>) {
  const t = useTexts()
  return (
    <span className={classes['state']} data-tone={tones[state]}>
      {t(`state${state}`)}
    </span>
  )
}
