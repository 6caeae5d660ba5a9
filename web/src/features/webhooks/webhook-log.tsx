import { Button, NativeSelect } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { listWebhookDeliveries, webhookDeliveryStates } from '@gensvar/contract/webhooks'
import type { Webhook, WebhookDelivery } from '@gensvar/contract/webhooks'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from './texts.ts'
import { useReplay } from './use-webhook-actions.ts'
import classes from './webhooks.module.css'

type State = WebhookDelivery['state']

/** Pauses between two loads of the log, in ms: while something is on its way, and otherwise. */
const pollBusy = 1000
const pollIdle = 10_000

const tones: Record<State, 'quiet' | 'accent' | 'positive' | 'negative'> = {
  WAITING: 'quiet',
  SENDING: 'accent',
  DELIVERED: 'positive',
  FAILED: 'negative',
}

const keyOf = ({ id }: WebhookDelivery): number => id

/** The messages to a webhook, newest first, each to be sent again. */
export function WebhookLog({ webhook: { id: webhookId, title } }: { webhook: Webhook }) {
  const t = useTexts()
  const [state, setState] = useState<State | undefined>()
  const load = useCallback(
    ({ rowFrom, rowTo, filter }: ListQuery, signal?: AbortSignal) =>
      call(listWebhookDeliveries, { params: { webhookId }, query: { rowFrom, rowTo, filter, state } }, { signal }),
    [webhookId, state],
  )
  const list = useList({
    key: useMemo(() => ['webhook-log', String(webhookId), state ?? ''], [webhookId, state]),
    name: 'messages',
    load,
    isPaged: true,
    pollAfter: (shown) => (shown?.rows.some(isMoving) ? pollBusy : pollIdle),
  })
  const columns = useColumns()
  return (
    <DataTable
      id="webhook-log"
      title={t('logTitle', { title })}
      fileName={t('logTitle', { title })}
      list={list}
      columns={columns}
      ownOrder={{ by: null, desc: false }}
      tools={
        <NativeSelect
          size="sm"
          aria-label={t('state')}
          value={state ?? ''}
          data={[
            { value: '', label: t('allStates') },
            ...webhookDeliveryStates.map((value) => ({ value, label: t(`state${value}`) })),
          ]}
          onChange={({ currentTarget }) => {
            setState(webhookDeliveryStates.find((one) => one === currentTarget.value))
            list.setSearch({ page: undefined })
          }}
        />
      }
      empty={<Empty title={t('noMessages')}>{t('noMessagesText')}</Empty>}
      keyOf={keyOf}
    />
  )
}

/** One that waits for a distant moment does not move. */
function isMoving({ state, dueAt }: WebhookDelivery): boolean {
  return state === 'SENDING' || (state === 'WAITING' && (dueAt === null || Date.parse(dueAt) < Date.now() + 10_000))
}

function useColumns(): Column<WebhookDelivery>[] {
  const t = useTexts()
  const format = useFormat()
  const replay = useReplay()
  const { mutate, isPending } = replay
  return useMemo(() => {
    const moment = (id: 'createdAt' | 'sentAt' | 'dueAt'): Column<WebhookDelivery> => ({
      id,
      title: t(id),
      width: 132,
      text: (row) => (row[id] === null ? '' : format.moment(row[id])),
      fileCell: (row) => row[id] ?? '',
      cell: (row) => row[id] !== null && <RelativeTime moment={row[id]} />,
    })
    const number = (id: 'status' | 'attempts' | 'tookMs'): Column<WebhookDelivery> => {
      const shown = (row: WebhookDelivery) => (row[id] === null ? '' : format.number(row[id]))
      return {
        ...{ id, title: t(id), align: 'right', width: 96, text: shown, cell: shown },
        fileCell: (row) => ({ figure: shown(row) }),
      }
    }
    const result = ({ reason, answer }: WebhookDelivery) => reason || answer
    return [
      {
        ...{ id: 'event', title: t('event'), naming: true, width: 190 },
        text: ({ event }) => event,
        cell: ({ event }) => event,
      },
      {
        ...{ id: 'state', title: t('state'), width: 120, underName: true },
        text: (row) => t(`state${row.state}`),
        cell: (row) => (
          <span className={classes['state']} data-tone={tones[row.state]}>
            {t(`state${row.state}`)}
          </span>
        ),
      },
      {
        ...{ id: 'again', title: t('again'), isTitleHidden: true, width: 120, isFixed: true, text: () => '' },
        cell: (row) => (
          <Button
            size="compact-xs"
            variant="default"
            disabled={isPending || row.state === 'WAITING' || row.state === 'SENDING'}
            aria-label={t('againOf', { event: row.event, n: row.id })}
            onClick={() => mutate(row.id)}
          >
            {t('again')}
          </Button>
        ),
      },
      number('status'),
      { ...{ id: 'result', title: t('result'), width: 260, isProse: true }, text: result, cell: result },
      number('attempts'),
      moment('createdAt'),
      moment('sentAt'),
      { ...moment('dueAt'), extra: true },
      { ...number('tookMs'), extra: true },
      {
        ...{ id: 'survey', title: t('survey'), extra: true, width: 120 },
        text: ({ survey }) => survey ?? '',
        cell: ({ survey }) => survey ?? '',
      },
      {
        ...{ id: 'message', title: t('message'), extra: true, width: 300 },
        text: ({ message }) => message,
        cell: ({ message }) => message,
      },
    ] satisfies Column<WebhookDelivery>[]
  }, [t, format, mutate, isPending])
}
