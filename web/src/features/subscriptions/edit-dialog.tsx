import { saveSubscription } from '@gensvar/contract/subscriptions'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import type { Subscription } from './queries.ts'
import { useTexts } from './texts.ts'
import { TimesFields } from './times-fields.tsx'

interface Props {
  opened: boolean
  survey: string
  subscription: Subscription
  onClose: () => void
  onSaved: () => unknown
  /** Reads the subscription as it is stored. */
  latest: () => Promise<Subscription>
}

/** Changes when a subscribed report comes. */
export function EditDialog({ opened, survey, subscription, onClose, onSaved, latest }: Props) {
  const t = useTexts()
  const form = useContractForm(saveSubscription, {
    params: { survey, subscriptionId: subscription.id },
    initial: bodyOf(subscription),
    latest: async () => bodyOf(await latest()),
    done: () => t('saved'),
    async onSaved() {
      onClose()
      await onSaved()
    },
  })
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={subscription.title} size={480} save={t('save')}>
      <TimesFields survey={survey} times={form.values} field={(name) => form.field(name)} set={form.set} />
    </FormDialog>
  )
}

function bodyOf({ cadence, weekday, monthDay, hour, active, version }: Subscription) {
  return { cadence, weekday, monthDay, hour, active, version }
}
