import { useTranslation } from 'react-i18next'
import { isLinkAddress } from '@gensvar/contract/address-text'
import { currentLocale, i18n } from '#web/lib/i18n.ts'
import type { SurveyStatus } from '#web/lib/survey-status.ts'
import { IconByName } from '#web/ui/icon.tsx'
import classes from './system-message-bar.module.css'

/** Default colours of a message. */
const defaults = { backgroundColor: 'red', textColor: 'black' }

type Message = Pick<NonNullable<SurveyStatus['systemMessage']>, 'text' | 'texts' | 'link' | 'icon'> & {
  backgroundColor?: string
  textColor?: string
}

/** A message to everybody signed in, at the very top. */
export function SystemMessageBar({ message }: { message: Message | null | undefined }) {
  useTranslation(undefined, { i18n })
  if (message === null || message === undefined) return null
  const text = message.texts[currentLocale()] ?? message.text
  const style = {
    backgroundColor: message.backgroundColor ?? defaults.backgroundColor,
    color: message.textColor ?? defaults.textColor,
  }
  const hasLink = message.link !== null && isLinkAddress(message.link)
  return (
    <div className={classes['bar']} style={style} role="status" data-system-message="">
      {message.icon !== null && <IconByName name={message.icon} />}
      {hasLink ? (
        <a href={message.link ?? ''} className={classes['link']} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        <span>{text}</span>
      )}
    </div>
  )
}
