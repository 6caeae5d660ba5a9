import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLinkAddress } from '@gensvar/contract/address-text'
import { currentLocale, i18n } from '#web/lib/i18n.ts'
import { useStore } from '#web/lib/store.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { IconByName } from '#web/ui/icon.tsx'
import { systemMessageStore } from './system-message-store.ts'
import type { SystemMessage } from './system-message-store.ts'
import classes from './system-message-bar.module.css'

/** Default colours of a message. */
const defaults = { backgroundColor: 'red', textColor: 'black' }

/** The icon of each severity: colour alone would not tell it. */
const icons = { info: 'info', warning: 'alert', critical: 'alert' } as const

/** Under which the message that was dismissed last is remembered on this device. */
const storageKey = 'gensvar-dismissed-message'

type Message = Pick<NonNullable<SystemMessage>, 'text' | 'texts' | 'link' | 'icon'> &
  Partial<Pick<NonNullable<SystemMessage>, 'backgroundColor' | 'textColor' | 'severity'>>

/** A message to everybody signed in, at the very top: what the stream of notices has told, else what the survey's status says. */
export function SystemMessageBar({ message }: { message: Message | null | undefined }) {
  const told = useStore(systemMessageStore, (state) => state.told)
  const shown: Message | null | undefined = told === undefined ? message : told
  return shown === null || shown === undefined ? null : <Bar key={keyOf(shown)} message={shown} />
}

/** Tells a message from every other one. */
function keyOf({ text, texts, link, severity }: Message): string {
  return JSON.stringify([text, texts, link, severity])
}

function Bar({ message }: { message: Message }) {
  useTranslation(undefined, { i18n })
  const app = useAppTexts()
  const key = keyOf(message)
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(storageKey) === key)
  const { severity = null, icon, link } = message
  const text = message.texts[currentLocale()] ?? message.text
  if (isDismissed) return null
  const style = severity === null && {
    backgroundColor: message.backgroundColor ?? defaults.backgroundColor,
    color: message.textColor ?? defaults.textColor,
  }
  const sign = icon ?? (severity === null ? null : icons[severity])
  return (
    <div
      className={classes['bar']}
      style={style || undefined}
      role="status"
      data-system-message=""
      data-severity={severity ?? undefined}
    >
      {sign !== null && <IconByName name={sign} />}
      {link !== null && isLinkAddress(link) ? (
        <a href={link} className={classes['link']} target="_blank" rel="noreferrer">
          {text}
        </a>
      ) : (
        <span>{text}</span>
      )}
      {severity !== null && (
        <ActionIcon
          variant="transparent"
          className={classes['close']}
          aria-label={app('close')}
          onClick={() => {
            localStorage.setItem(storageKey, key)
            setDismissed(true)
          }}
        >
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  )
}
