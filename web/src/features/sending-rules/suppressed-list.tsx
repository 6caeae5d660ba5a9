import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listSuppressed, removeSuppressed } from '@gensvar/contract/sending-rules'
import { useCallback, useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { suppressedKey } from './queries.ts'
import { text, useTexts } from './texts.ts'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))
const AddDialog = whenOpened(() => import('./add-dialog.tsx').then((file) => file.AddDialog))

type Suppressed = Answer<typeof listSuppressed>['rows'][number]

const newestFirst = { by: null, desc: true }
const keyOf = ({ key }: Suppressed): string => key

/** The addresses that nothing is sent to, with why: searched, added and removed. */
export function SuppressedList() {
  const t = useTexts()
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Suppressed | null>(null)
  const [isAsked, setAsked] = useState(false)
  const list = useList({
    key: suppressedKey,
    load: useCallback(async ({ rowFrom, rowTo, filter }: ListQuery, signal?: AbortSignal) => {
      const { rows, totalRows } = await call(listSuppressed, { query: { rowFrom, rowTo, filter } }, { signal })
      return { rows, total: totalRows }
    }, []),
    isPaged: true,
  })
  const reload = () => client.invalidateQueries({ queryKey: ['list', ...suppressedKey] })
  const removal = useMutation({
    mutationFn: ({ key }: Suppressed) => call(removeSuppressed, { params: { key } }),
    onSuccess: () => notifyDone(text('removed')),
    onError: notifyError,
    onSettled: () => {
      setAsked(false)
      return reload()
    },
  })
  const ask = useCallback((row: Suppressed) => {
    setRemoved(row)
    setAsked(true)
  }, [])
  const columns = useColumns(ask)
  return (
    <>
      <DataTable
        id="suppressed"
        title={t('suppressed')}
        list={list}
        columns={columns}
        ownOrder={newestFirst}
        keyOf={keyOf}
        tools={
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        }
        empty={<Empty title={t('none')}>{t('noneText')}</Empty>}
      />
      <AddDialog opened={isAdding} onClose={() => setAdding(false)} onAdded={() => void reload()} />
      <ConfirmDialog
        opened={isAsked}
        title={t('removeAsk')}
        message={t('removeText', { address: removed?.address ?? t('erased') })}
        okText={t('remove')}
        danger
        busy={removal.isPending}
        onOk={() => removed !== null && removal.mutate(removed)}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}

function useColumns(onRemove: (row: Suppressed) => void): Column<Suppressed>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo((): Column<Suppressed>[] => {
    const address = (row: Suppressed): string => row.address ?? t('erased')
    const reason = (row: Suppressed): string => t(`reason_${row.reason}`)
    return [
      { ...{ id: 'address', title: t('address'), naming: true, width: 260 }, text: address, cell: address },
      { ...{ id: 'reason', title: t('reason'), width: 140 }, text: reason, cell: reason },
      {
        ...{ id: 'campaign', title: t('campaign'), width: 180 },
        text: ({ campaign }) => campaign ?? '',
        cell: ({ campaign }) => campaign ?? '',
      },
      {
        ...{ id: 'since', title: t('since'), width: 150 },
        text: ({ createdAt }) => format.moment(createdAt),
        fileCell: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
      },
      {
        ...{ id: 'remove', title: t('remove'), width: 96 },
        text: () => '',
        cell: (row) => (
          <CellButton label={t('removeNamed', { address: address(row) })} onClick={() => onRemove(row)}>
            <IconTrash size={18} stroke={1.75} aria-hidden="true" />
          </CellButton>
        ),
      },
    ]
  }, [t, format, onRemove])
}
