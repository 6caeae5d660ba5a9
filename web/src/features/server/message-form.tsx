import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getServerSettings, saveSystemMessage } from '@gensvar/contract/server-settings'
import { languageTags, locales } from '@gensvar/contract/local-text'
import { severities } from '@gensvar/contract/severities'
import { call } from '#web/api.ts'
import { localeNames } from '#web/lib/locale.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { MomentField } from './moment-field.tsx'
import { settingsQuery } from './queries.ts'
import type { ServerSettings } from './queries.ts'
import classes from './server.module.css'
import { text, useTexts } from './texts.ts'

const noMessage = {
  texts: { en: '', sv: '', no: '', da: '', fi: '' },
  severity: 'info' as const,
  ...{ from: null, until: null, atLogin: false, link: null },
}

function valuesOf({ message, version }: Pick<ServerSettings, 'message' | 'version'>) {
  return { message: message ?? noMessage, version }
}

/** The message to everybody: its texts, its time, and how serious it is. */
export function MessageForm({ settings }: { settings: ServerSettings }) {
  const t = useTexts()
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: settingsQuery.queryKey })
  const form = useContractForm(saveSystemMessage, {
    initial: valuesOf(settings),
    latest: async () => valuesOf(await call(getServerSettings, {})),
    done: ({ messageState }) => text(messageState === 'planned' ? 'messagePlanned' : 'messageShown'),
    onSaved: reload,
  })
  const remove = useMutation({
    mutationFn: () => call(saveSystemMessage, { body: { message: null, version: settings.version } }),
    onSuccess: () => notifyDone(text('messageRemoved')),
    onError: notifyError,
    onSettled: reload,
  })
  const isThere = settings.message !== null
  const { language } = settings.general
  const ordered = [language, ...locales.filter((locale) => locale !== language)]
  return (
    <Form
      form={form}
      save={t('saveMessage')}
      actions={
        isThere ? (
          <Button variant="default" loading={remove.isPending} onClick={() => form.leave(() => remove.mutate())}>
            {t('removeMessage')}
          </Button>
        ) : undefined
      }
    >
      <div className={classes['fields']}>
        <span className={classes['sign']} data-tone={settings.messageState === 'shown' ? 'good' : 'quiet'}>
          {t(`state_${settings.messageState}`)}
        </span>
        <div className={classes['texts']} role="group" aria-label={t('texts')}>
          {ordered.map((locale) => (
            <Textarea
              key={locale}
              label={localeNames[locale]}
              description={locale === language ? t('textOfServer') : undefined}
              lang={languageTags[locale]}
              autosize
              minRows={2}
              maxLength={500}
              {...form.field(`message.texts.${locale}`)}
            />
          ))}
        </div>
        <div className={classes['row']}>
          <NativeSelect
            label={t('severity')}
            data={severities.map((value) => ({ value, label: t(`severity_${value}`) }))}
            {...form.field('message.severity')}
          />
          <MomentField
            label={t('from')}
            description={t('fromHelp')}
            {...form.field('message.from', { empty: null })}
            onChange={(moment) => form.set('message.from', moment)}
          />
          <MomentField
            label={t('until')}
            description={t('untilHelp')}
            {...form.field('message.until', { empty: null })}
            onChange={(moment) => form.set('message.until', moment)}
          />
          <TextInput
            label={t('link')}
            description={t('linkHelp')}
            placeholder="https://"
            {...form.field('message.link', { empty: null })}
          />
        </div>
        <Switch label={t('atLogin')} description={t('atLoginHelp')} {...form.field('message.atLogin')} />
      </div>
    </Form>
  )
}
