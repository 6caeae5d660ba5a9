import { TextInput } from '@mantine/core'
import { messageLength } from '@gensvar/contract/message-length'
import { testSms } from '@gensvar/contract/templates'
import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { text, useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  survey: string
  /** Whom text messages of this server are usually from; empty for nobody. */
  sender: string
  contents: string
  /** Language of the message. */
  locale: string
}

/** What was entered last, until the application is loaded anew: a test is seldom the only one. */
const last = { phoneNumber: '', sender: '' }

/** Sends the message as it is written, filled with examples, to a phone: from whom, and to which number. */
export function SmsTestDialog({ opened, onClose, survey, sender, contents, locale }: Props) {
  const t = useTexts()
  const format = useFormat()
  const initial = useMemo(
    () => ({ phoneNumber: last.phoneNumber, sender: last.sender || sender, contents, locale }),
    // Both open it with what was entered last.
    // oxlint-disable-next-line react/exhaustive-deps
    [opened, sender, contents, locale],
  )
  const form = useContractForm(testSms, {
    params: { survey },
    initial,
    warns: false,
    keepsLetters: true,
    done: ({ isOutbox, phoneNumber, parts }) =>
      isOutbox ? text('smsKept') : text('smsSent', { number: phoneNumber, parts: format.number(parts) }),
    onSaved() {
      Object.assign(last, { phoneNumber: form.values.phoneNumber, sender: form.values.sender ?? '' })
      onClose()
    },
  })
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={t('testSms')} save={t('sendTest')}>
      <div className={classes['group']}>
        <p className={classes['note']}>{t('testSmsHelp', { parts: format.number(messageLength(contents).parts) })}</p>
        <TextInput
          label={t('smsSender')}
          description={t('smsSenderHelp')}
          required
          data-autofocus={sender === '' ? true : undefined}
          {...form.field('sender')}
        />
        <TextInput
          label={t('smsTo')}
          description={t('smsToHelp')}
          type="tel"
          required
          data-autofocus={sender === '' ? undefined : true}
          {...form.field('phoneNumber')}
        />
      </div>
    </FormDialog>
  )
}
