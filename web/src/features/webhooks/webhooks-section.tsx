import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listWebhooks } from '@gensvar/contract/webhooks'
import type { Webhook } from '@gensvar/contract/webhooks'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataCard } from '#web/ui/data-card.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from './texts.ts'
import { useWebhookActions } from './use-webhook-actions.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookLog } from './webhook-log.tsx'
import classes from './webhooks.module.css'

const WebhookDialog = whenOpened(() => import('./webhook-dialog.tsx').then((file) => file.WebhookDialog))
const SecretDialog = whenOpened(() => import('./secret-dialog.tsx').then((file) => file.SecretDialog))

/** Pauses between two loads of the list, in ms: while messages wait, and otherwise. */
const pollBusy = 2000
const pollIdle = 15_000

/** Root's list of the webhooks of the organisation, or of one of its surveys, with the log of the one that is chosen. */
export function WebhooksSection({ survey }: { survey?: string }) {
  const t = useTexts()
  const query = useQuery({
    queryKey: ['webhooks', survey ?? ''],
    queryFn: ({ signal }) => call(listWebhooks, { query: { survey } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.webhooks.some(({ waiting }) => waiting > 0) ? pollBusy : pollIdle),
  })
  const [edited, setEdited] = useState<Webhook | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [shownId, setShownId] = useState<number | null>(null)
  const [asked, setAsked] = useState<{ act: 'remove' | 'renew'; webhook: Webhook } | null>(null)
  const actions = useWebhookActions({ onSecret: setSecret })
  const { remove, renew } = actions
  const shown = query.data?.webhooks.find(({ id }) => id === shownId)
  function open(webhook: Webhook | null): void {
    setEdited(webhook)
    setOpen(true)
  }
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => open(null)}>
      {t('add')}
    </Button>
  )
  return (
    <div className={classes['section']}>
      <DataCard
        title={t('title')}
        subtitle={t(survey === undefined ? 'subtitle' : 'subtitleSurvey')}
        actions={add}
        query={query}
        height={160}
        isEmpty={({ webhooks }) => webhooks.length === 0}
        empty={<Empty title={t('none')}>{t('noneText')}</Empty>}
      >
        {({ webhooks }) => (
          <ul className={classes['list']}>
            {webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                webhook={webhook}
                isOfSurvey={survey !== undefined}
                isShown={webhook.id === shownId}
                onLog={() => setShownId(webhook.id === shownId ? null : webhook.id)}
                onEdit={() => open(webhook)}
                onTest={() => {
                  setShownId(webhook.id)
                  actions.test.mutate(webhook.id)
                }}
                onPause={() => actions.pause.mutate(webhook)}
                onRenew={() => setAsked({ act: 'renew', webhook })}
                onRemove={() => setAsked({ act: 'remove', webhook })}
              />
            ))}
          </ul>
        )}
      </DataCard>
      {shown && <WebhookLog key={shown.id} webhook={shown} />}
      <WebhookDialog
        key={`${edited?.id ?? 0}:${edited?.version ?? 0}`}
        opened={isOpen}
        webhook={edited}
        survey={survey ?? null}
        offers={query.data ?? { surveys: [], hosts: [] }}
        onClose={() => setOpen(false)}
        onSaved={actions.reload}
        onSecret={setSecret}
      />
      <SecretDialog opened={secret !== null} secret={secret ?? ''} onClose={() => setSecret(null)} />
      <ConfirmDialog
        danger
        opened={asked !== null}
        title={t(asked?.act === 'renew' ? 'renewTitle' : 'removeTitle', { title: asked?.webhook.title ?? '' })}
        message={t(asked?.act === 'renew' ? 'renewText' : 'removeText')}
        okText={t(asked?.act === 'renew' ? 'renew' : 'remove')}
        busy={remove.isPending || renew.isPending}
        onCancel={() => setAsked(null)}
        onOk={() => {
          if (asked === null) return
          const act = asked.act === 'renew' ? renew : remove
          act.mutate(asked.webhook.id, { onSettled: () => setAsked(null) })
        }}
      />
    </div>
  )
}
