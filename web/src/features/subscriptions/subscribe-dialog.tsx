import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { createSubscription } from '@gensvar/contract/subscriptions'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import type { CallInput } from '#web/api.ts'
import { formatNames } from '#web/lib/report-formats.ts'
import { subscriptionsQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import { TimesFields } from './times-fields.tsx'
import classes from './subscriptions.module.css'

type Asked = CallInput<typeof createSubscription>['body']

/** A report of the shown page that can be subscribed to. */
export interface Subscribable extends Required<Pick<Asked, 'kind' | 'report' | 'component' | 'format'>> {
  name: string
}

interface Props {
  opened: boolean
  survey: string
  /** The place, filters and period that the page shows. */
  drillPath: string
  /** At least one. */
  reports: readonly [Subscribable, ...Subscribable[]]
  onClose: () => void
}

/** Subscribes the reader to a report of the page they are on. */
export function SubscribeDialog({ opened, survey, drillPath, reports, onClose }: Props) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [first] = reports
  const form = useContractForm(createSubscription, {
    params: { survey },
    initial: { ...bodyOf(first), drillPath, cadence: 'weekly', weekday: 1, monthDay: 1, hour: 7 },
    done: () => t('subscribed'),
    async onSaved() {
      onClose()
      await queryClient.invalidateQueries({ queryKey: subscriptionsQuery(survey).queryKey })
    },
  })
  const chosen = reports.findIndex(
    ({ kind, report, format }) =>
      kind === form.values.kind && report === form.values.report && format === form.values.format,
  )
  function choose(at: number): void {
    const { kind, report, component, format } = reports[at] ?? first
    form.set('kind', kind)
    form.set('report', report)
    form.set('component', component)
    form.set('format', format)
  }
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={t('title')} size={480} save={t('subscribe')}>
      <NativeSelect
        label={t('report')}
        data={reports.map(({ name, format }, at) => ({ value: String(at), label: `${name} (${formatNames[format]})` }))}
        {...form.field('kind')}
        value={String(Math.max(0, chosen))}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <p className={classes['note']}>{t('asShown')}</p>
      <TimesFields survey={survey} times={form.values} field={(name) => form.field(name)} set={form.set} />
      <p className={classes['note']}>{t('byMail')}</p>
    </FormDialog>
  )
}

function bodyOf({ kind, report, component, format }: Subscribable) {
  return { kind, report, component, format }
}
