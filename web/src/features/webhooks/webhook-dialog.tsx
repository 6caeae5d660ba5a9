import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { createWebhook, listWebhooks, saveWebhook, webhookKinds } from '@gensvar/contract/webhooks'
import type { Webhook, WebhookKind } from '@gensvar/contract/webhooks'
import { call } from '#web/api.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'
import classes from './webhooks.module.css'

interface Props {
  opened: boolean
  /** Null for a new one. */
  webhook: Webhook | null
  /** The survey whose page it is; null on that of the organisation. */
  survey: string | null
  offers: { surveys: readonly { extname: string; title: string }[]; hosts: readonly string[] }
  onClose: () => void
  onSaved: () => Promise<unknown>
  /** Is given the secret of a new one. */
  onSecret: (secret: string) => void
}

function valuesOf(webhook: Webhook | null, survey: string | null) {
  const newEvents: WebhookKind[] = ['response']
  if (webhook === null) return { title: '', url: '', survey, events: newEvents, version: 0 }
  const { title, url, events, version } = webhook
  return { title, url, survey: webhook.survey?.extname ?? null, events, version }
}

/** Makes or edits a webhook. */
export function WebhookDialog(props: Props) {
  return props.webhook === null ? <NewWebhook {...props} /> : <EditedWebhook {...props} webhook={props.webhook} />
}

function NewWebhook({ survey, onClose, onSaved, onSecret, ...rest }: Props) {
  const t = useTexts()
  const form = useContractForm(createWebhook, {
    initial: valuesOf(null, survey),
    adds: true,
    done: () => t('made'),
    async onSaved({ secret }) {
      await onSaved()
      onClose()
      onSecret(secret)
    },
  })
  return <Fields form={form} title={t('addTitle')} survey={survey} onClose={onClose} {...rest} />
}

function EditedWebhook({ webhook, survey, onClose, onSaved, ...rest }: Props & { webhook: Webhook }) {
  const t = useTexts()
  const form = useContractForm(saveWebhook, {
    params: { webhookId: webhook.id },
    initial: valuesOf(webhook, survey),
    latest: async () => {
      const { webhooks } = await call(listWebhooks, { query: {} })
      return valuesOf(webhooks.find(({ id }) => id === webhook.id) ?? webhook, survey)
    },
    done: () => t('saved'),
    async onSaved() {
      await onSaved()
      onClose()
    },
  })
  return <Fields form={form} title={t('editTitle')} survey={survey} onClose={onClose} {...rest} />
}

interface FieldsProps extends Pick<Props, 'opened' | 'survey' | 'offers' | 'onClose'> {
  form: ReturnType<typeof useContractForm<typeof createWebhook>>
  title: string
}

function Fields({ form, title, opened, survey, offers: { surveys, hosts }, onClose }: FieldsProps) {
  const t = useTexts()
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={title} save={t('save')} size={520}>
      <TextInput label={t('name')} {...form.field('title')} />
      <TextInput
        type="url"
        label={t('url')}
        description={hosts.length === 0 ? t('noHosts') : t('hosts', { hosts: hosts.join(', ') })}
        placeholder="https://"
        {...form.field('url')}
      />
      {survey === null && (
        <NativeSelect
          label={t('survey')}
          data={[
            { value: '', label: t('allSurveys') },
            ...surveys.map((one) => ({ value: one.extname, label: one.title })),
          ]}
          {...form.field('survey', { empty: null })}
        />
      )}
      <Checkbox.Group label={t('events')} {...form.field('events')}>
        <div className={classes['kinds']}>
          {webhookKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`kind_${kind}`)} description={t(`help_${kind}`)} />
          ))}
        </div>
      </Checkbox.Group>
    </FormDialog>
  )
}
