import { Button, Checkbox, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getTextProvider, saveTextProvider, tryTextProvider } from '@gensvar/contract/text-provider'
import type { TextProvider } from '@gensvar/contract/text-provider'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { providerQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './universe.module.css'

interface Props {
  opened: boolean
  provider: TextProvider
  onClose: () => void
}

/** The form's values; a key is written, never read. */
function valuesOf({ isOn, url, model, version }: TextProvider) {
  return { isOn, url, model, key: '', removesKey: false, version }
}

/** The language model that judges and translates comments: whether, where, by which key; the stored one can be tried. */
export function ProviderDialog({ opened, provider, onClose }: Props) {
  const t = useTexts()
  const format = useFormat()
  const queryClient = useQueryClient()
  const form = useContractForm(saveTextProvider, {
    initial: valuesOf(provider),
    latest: async () => valuesOf(await call(getTextProvider, {})),
    done: () => t('providerSaved'),
    onSaved(saved) {
      queryClient.setQueryData(providerQuery.queryKey, saved)
      onClose()
    },
  })
  const trial = useMutation({
    mutationFn: () => call(tryTextProvider, { body: {} }),
    onError: notifyError,
  })
  const { hosts, hasKey, isOn } = provider
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('provider')}
      save={t('providerSave')}
      size={560}
      actions={
        isOn && (
          <Button variant="subtle" loading={trial.isPending} onClick={() => trial.mutate()}>
            {t('providerTry')}
          </Button>
        )
      }
    >
      <p className={classes['note']}>{t('providerHelp')}</p>
      {trial.data && (
        <p className={classes[trial.data.failure === null ? 'note' : 'failure']} role="status">
          {trial.data.failure ?? t('providerAnswers', { seconds: format.number((trial.data.tookMs ?? 0) / 1000, 1) })}
        </p>
      )}
      <Switch label={t('providerOn')} description={t('providerOnHelp')} {...form.field('isOn')} />
      <TextInput
        type="url"
        label={t('providerUrl')}
        description={hosts.length === 0 ? t('providerNoHosts') : t('providerHosts', { hosts: hosts.join(', ') })}
        placeholder="https://api.example.org/v1"
        {...form.field('url')}
      />
      <TextInput label={t('providerModel')} {...form.field('model')} />
      <PasswordInput
        label={t('providerKey')}
        description={t(hasKey ? 'providerKeySet' : 'providerKeyHelp')}
        autoComplete="off"
        {...form.field('key')}
      />
      {hasKey && <Checkbox label={t('providerRemoveKey')} {...form.field('removesKey')} />}
    </FormDialog>
  )
}
