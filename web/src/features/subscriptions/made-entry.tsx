import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { removeSubscription } from '@gensvar/contract/subscriptions'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { formatNames } from '#web/lib/report-formats.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { MadeSubscription } from './queries.ts'
import { useTexts } from './texts.ts'
import { useCadenceText, useLastText } from './words.ts'
import classes from './subscriptions.module.css'

interface Props {
  survey: string
  subscription: MadeSubscription
  onChanged: () => unknown
}

/** A subscription that the reader made for somebody else: who gets what, how it goes, and the button that removes it. */
export function MadeEntry({ survey, subscription, onChanged }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [isAsking, setAsking] = useState(false)
  const isActing = useIdentity().impersonator !== null
  const { id, title, recipient, active, stopped, nextAt, last } = subscription
  const lastText = useLastText(last)
  const remove = useMutation({
    mutationFn: () => call(removeSubscription, { params: { survey, subscriptionId: id } }),
    onSuccess: () => setAsking(false),
    onSettled: onChanged,
  })
  return (
    <li className={classes['entry']}>
      <div className={classes['what']}>
        <p className={classes['name']}>
          {title} ({formatNames[subscription.format]})
        </p>
        <p>{t('forWhom', { name: recipient })}</p>
        <p>{useCadenceText(subscription)}</p>
        {nextAt !== null && <p className={classes['note']}>{t('next', { at: format.moment(nextAt) })}</p>}
        {!active && <p className={classes['note']}>{t(`stopped_${stopped ?? 'reader'}`)}</p>}
        {lastText !== null && <p className={classes['note']}>{lastText}</p>}
      </div>
      <div className={classes['acts']}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('ofReportFor', { act: t('remove'), name: title, recipient })}
          disabled={isActing}
          onClick={() => setAsking(true)}
        >
          {t('remove')}
        </Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={t('removeTitle')}
        message={t('removeMadeText', { name: title, recipient })}
        okText={t('remove')}
        danger
        busy={remove.isPending}
        onOk={() => remove.mutate()}
        onCancel={() => setAsking(false)}
      />
    </li>
  )
}
