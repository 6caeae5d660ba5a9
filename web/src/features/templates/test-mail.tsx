import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import type { MailForm } from './template-body.ts'
import { text, useTexts } from './texts.ts'
import classes from './templates.module.css'

/** Saves the template and sends it to an address, the writer's own at first, in the language that is shown. */
export function TestMail({ form, ownEmail, locale }: { form: MailForm; ownEmail: string; locale: string }) {
  const t = useTexts()
  const [address, setAddress] = useState(ownEmail)
  const given = address.trim()
  const isAddress = given.includes('@')
  const send = () =>
    void form.state.submit({
      query: { testmail: given, testlanguage: locale },
      done: text('testSent', { address: given }),
    })
  return (
    <Card title={t('testMail')} subtitle={t('testMailHelp')}>
      <div className={classes['test']}>
        <TextInput
          label={t('testAddress')}
          type="email"
          data-path="testmail"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          error={given !== '' && !isAddress ? t('wrongAddress') : undefined}
        />
        <Button
          variant="default"
          disabled={!isAddress}
          loading={form.state.sendingNow?.query !== undefined}
          onClick={send}
        >
          {t('sendTest')}
        </Button>
      </div>
    </Card>
  )
}
