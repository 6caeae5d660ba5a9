import { NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getServerSettings, saveServerSettings } from '@gensvar/contract/server-settings'
import { locales } from '@gensvar/contract/local-text'
import { call } from '#web/api.ts'
import { localeNames } from '#web/lib/locale.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { MomentField } from './moment-field.tsx'
import { settingsQuery } from './queries.ts'
import type { ServerSettings } from './queries.ts'
import classes from './server.module.css'
import { text, useTexts } from './texts.ts'

function valuesOf({ general, version }: Pick<ServerSettings, 'general' | 'version'>) {
  return { general, version }
}

/** What is set for all organisations and can be changed while the server runs. */
export function GeneralForm({ settings }: { settings: ServerSettings }) {
  const t = useTexts()
  const client = useQueryClient()
  const form = useContractForm(saveServerSettings, {
    initial: valuesOf(settings),
    latest: async () => valuesOf(await call(getServerSettings, {})),
    done: () => text('saved'),
    onSaved: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
  return (
    <Form form={form} save={t('saveGeneral')}>
      <div className={classes['fields']}>
        <div className={classes['row']}>
          <NativeSelect
            label={t('language')}
            description={t('languageHelp')}
            data={locales.map((value) => ({ value, label: localeNames[value] }))}
            {...form.field('general.language')}
          />
          <TextInput label={t('logo')} description={t('logoHelp')} {...form.field('general.systemLogoURL')} />
          <TextInput
            label={t('support')}
            description={t('supportHelp')}
            placeholder="https://"
            {...form.field('general.supportDeskURL', { empty: null })}
          />
          <MomentField
            label={t('reopens')}
            description={t('reopensHelp')}
            {...form.field('general.reopens', { empty: null })}
            onChange={(moment) => form.set('general.reopens', moment)}
          />
        </div>
        <TagsInput
          label={t('hosts')}
          description={t('hostsHelp')}
          placeholder="api.example.org"
          {...form.field('general.egressAllow')}
        />
        {settings.onlyInFile.length > 0 && (
          <p className={classes['quiet']}>{t('onlyInFile', { names: settings.onlyInFile.join(', ') })}</p>
        )}
      </div>
    </Form>
  )
}
