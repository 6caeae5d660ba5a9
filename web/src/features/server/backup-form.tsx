import { NumberInput, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getServerSettings, saveBackupSchedule } from '@gensvar/contract/server-settings'
import { call } from '#web/api.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { settingsQuery } from './queries.ts'
import type { ServerSettings } from './queries.ts'
import classes from './server.module.css'
import { text, useTexts } from './texts.ts'

/** What a schedule begins with when it is switched on. */
const first = () => ({
  ...{ at: '02:30', keep: 7, proof: true },
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
})

function valuesOf({ backup, version }: Pick<ServerSettings, 'backup' | 'version'>) {
  return { backup, version }
}

/** When the server backs itself up, and how many backups are kept. */
export function BackupForm({ settings, onSaved }: { settings: ServerSettings; onSaved: () => unknown }) {
  const t = useTexts()
  const client = useQueryClient()
  const form = useContractForm(saveBackupSchedule, {
    initial: valuesOf(settings),
    latest: async () => valuesOf(await call(getServerSettings, {})),
    done: () => text('saved'),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: settingsQuery.queryKey })
      await onSaved()
    },
  })
  const isOn = form.values.backup !== null
  return (
    <Form form={form} save={t('saveBackup')}>
      <div className={classes['fields']}>
        <Switch
          label={t('everyNight')}
          description={t('everyNightHelp')}
          data-path="backup"
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => form.set('backup', checked ? first() : null)}
        />
        {isOn && (
          <>
            <div className={classes['row']} role="group" aria-label={t('everyNight')}>
              <TextInput type="time" label={t('at')} {...form.field('backup.at')} />
              <TextInput label={t('timeZone')} {...form.field('backup.timeZone')} />
              <NumberInput label={t('keep')} allowDecimal={false} {...form.field('backup.keep')} />
            </div>
            <Switch
              label={t('proof')}
              description={t('proofHelp')}
              data-path="backup.proof"
              checked={form.values.backup?.proof ?? true}
              onChange={({ currentTarget: { checked } }) => form.set('backup.proof', checked)}
            />
          </>
        )}
      </div>
    </Form>
  )
}
