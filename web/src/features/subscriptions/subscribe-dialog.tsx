import { Group, NativeSelect, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createSubscription } from '@gensvar/contract/subscriptions'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import type { Answer, CallInput } from '#web/api.ts'
import { formatNames } from '#web/lib/report-formats.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { PeopleField } from './people-field.tsx'
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

/** Subscribes the reader to a report of the page they are on, or other people where the reader may see users. */
export function SubscribeDialog({ opened, survey, drillPath, reports, onClose }: Props) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const [first] = reports
  const { isUserAdmin, mayAddUsers } = useIdentity()
  const [skipped, setSkipped] = useState<Skipped>([])
  const form: ContractForm<Asked> = useContractForm(createSubscription, {
    params: { survey },
    initial: { ...bodyOf(first), drillPath, cadence: 'weekly', weekday: 1, monthDay: 1, hour: 7, userIds: null },
    done: ({ ids }) => said(ids.length),
    adds: true,
    async onSaved(answer) {
      // Whoever is left out is told before the dialog goes.
      setSkipped(answer.skipped)
      if (answer.skipped.length === 0) onClose()
      await queryClient.invalidateQueries({ queryKey: subscriptionsQuery(survey).queryKey })
    },
  })
  const { userIds = null } = form.values
  const isForOthers = userIds !== null
  function said(count: number): string {
    if (!isForOthers) return t('subscribed')
    return count === 0 ? t('subscribedNobody') : t('subscribedOthers', { count })
  }
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
  const close = () => {
    setSkipped([])
    onClose()
  }
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={close}
      title={t('title')}
      size={480}
      save={t('subscribe')}
      footer={skipped.length > 0 && <SkippedPeople skipped={skipped} />}
    >
      <NativeSelect
        label={t('report')}
        data={reports.map(({ name, format }, at) => ({ value: String(at), label: `${name} (${formatNames[format]})` }))}
        {...form.field('kind')}
        value={String(Math.max(0, chosen))}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <p className={classes['note']}>{t('asShown')}</p>
      {(isUserAdmin || mayAddUsers) && (
        <Radio.Group
          label={t('for')}
          value={isForOthers ? 'others' : 'me'}
          onChange={(value) => form.set('userIds', value === 'me' ? null : [])}
        >
          <Group gap="lg" mt={4}>
            <Radio value="me" label={t('forMe')} />
            <Radio value="others" label={t('forOthers')} />
          </Group>
        </Radio.Group>
      )}
      {isForOthers && (
        <PeopleField
          {...form.field('userIds')}
          survey={survey}
          value={userIds}
          onChange={(ids) => form.set('userIds', ids)}
        />
      )}
      <TimesFields survey={survey} times={form.values} field={(name) => form.field(name)} set={form.set} />
      <p className={classes['note']}>{t(isForOthers ? 'byMailOthers' : 'byMail')}</p>
    </FormDialog>
  )
}

type Skipped = Answer<typeof createSubscription>['skipped']

/** Those who were not subscribed, and why. */
function SkippedPeople({ skipped }: { skipped: Skipped }) {
  const t = useTexts()
  return (
    <div className={classes['skipped']} role="status">
      <p className={classes['heading']}>{t('notSubscribed')}</p>
      <ul>
        {skipped.map(({ name, reason }) => (
          <li key={name}>{t('withReason', { what: name, reason })}</li>
        ))}
      </ul>
    </div>
  )
}

function bodyOf({ kind, report, component, format }: Subscribable) {
  return { kind, report, component, format }
}
