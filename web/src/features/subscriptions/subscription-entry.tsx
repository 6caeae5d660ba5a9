import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { removeSubscription, saveSubscription, sendSubscription } from '@gensvar/contract/subscriptions'
import { call } from '#web/api.ts'
import { formatNames } from '#web/lib/report-formats.ts'
import { useFormat } from '#web/lib/format.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { notifyDone } from '#web/ui/notify.tsx'
import { EditDialog } from './edit-dialog.tsx'
import type { Subscription } from './queries.ts'
import { useTexts } from './texts.ts'
import { useCadenceText, useLastText } from './words.ts'
import classes from './subscriptions.module.css'

interface Props {
  survey: string
  subscription: Subscription
  onChanged: () => unknown
  latest: () => Promise<Subscription>
}

/** A subscription of the reader: what it is, when it comes, and its buttons. */
export function SubscriptionEntry({ survey, subscription, onChanged, latest }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null)
  // Mail is for the users themselves: whoever acts as them changes nothing of it.
  const isActing = useIdentity().impersonator !== null
  const { id, title, by, active, reason, nextAt, last, lastReason, version, cadence, weekday, monthDay, hour } =
    subscription
  const lastText = useLastText(last)
  const params = { survey, subscriptionId: id }
  const times = { cadence, weekday, monthDay, hour }
  const pause = useMutation({
    mutationFn: () => call(saveSubscription, { params, body: { ...times, active: !active, version } }),
    onSettled: onChanged,
  })
  const send = useMutation({
    mutationFn: () => call(sendSubscription, { params, body: {} }),
    onSuccess: () => notifyDone(t('sent')),
  })
  const remove = useMutation({
    mutationFn: () => call(removeSubscription, { params }),
    onSuccess: () => setDialog(null),
    onSettled: onChanged,
  })
  const acts = [
    { key: 'send', text: t('sendNow'), run: () => send.mutate(), busy: send.isPending, off: !active },
    { key: 'pause', text: active ? t('pause') : t('resume'), run: () => pause.mutate(), busy: pause.isPending },
    { key: 'edit', text: t('change'), run: () => setDialog('edit') },
    { key: 'remove', text: t('remove'), run: () => setDialog('remove') },
  ]
  return (
    <li className={classes['entry']}>
      <div className={classes['what']}>
        <p className={classes['name']}>
          {title} ({formatNames[subscription.format]})
        </p>
        <p>{useCadenceText(subscription)}</p>
        {nextAt !== null && <p className={classes['note']}>{t('next', { at: format.moment(nextAt) })}</p>}
        {!active && <p className={classes['note']}>{reason === '' ? t('paused') : t('pausedBecause', { reason })}</p>}
        {lastText !== null && (
          <p className={classes['note']}>
            {lastReason === '' ? lastText : t('withReason', { what: lastText, reason: lastReason })}
          </p>
        )}
        {by !== '' && <p className={classes['note']}>{t('by', { name: by })}</p>}
        {isActing && <p className={classes['note']}>{t('acting')}</p>}
      </div>
      <div className={classes['acts']}>
        {acts.map(({ key, text, run, busy = false, off = false }) => (
          <Button
            key={key}
            size="compact-sm"
            variant="default"
            aria-label={t('ofReport', { act: text, name: title })}
            disabled={isActing || off}
            loading={busy}
            onClick={run}
          >
            {text}
          </Button>
        ))}
      </div>
      <EditDialog
        opened={dialog === 'edit'}
        survey={survey}
        subscription={subscription}
        onClose={() => setDialog(null)}
        onSaved={onChanged}
        latest={latest}
      />
      <ConfirmDialog
        opened={dialog === 'remove'}
        title={t('removeTitle')}
        message={t('removeText', { name: title })}
        okText={t('remove')}
        danger
        busy={remove.isPending}
        onOk={() => remove.mutate()}
        onCancel={() => setDialog(null)}
      />
    </li>
  )
}
