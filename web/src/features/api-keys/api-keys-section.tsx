import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { removeApiKey, revokeApiKey } from '@gensvar/contract/api-keys'
import type { StoredApiKey } from '@gensvar/contract/api-keys'
import { useCallback, useState } from 'react'
import { call } from '#web/api.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import type { KeyAct } from './edit-key-dialog.tsx'
import { apiKeysQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import type { MadeKey } from './token-dialog.tsx'
import { useColumns } from './use-columns.tsx'

const NewKeyDialog = whenOpened(() => import('./new-key-dialog.tsx').then((file) => file.NewKeyDialog))
const EditKeyDialog = whenOpened(() => import('./edit-key-dialog.tsx').then((file) => file.EditKeyDialog))
const RotateDialog = whenOpened(() => import('./rotate-dialog.tsx').then((file) => file.RotateDialog))
const TokenDialog = whenOpened(() => import('./token-dialog.tsx').then((file) => file.TokenDialog))

const keyOf = ({ id }: StoredApiKey) => id
const ownOrder = { by: null, desc: false }

/** The API keys of the organisation: made, edited, given new tokens, revoked and deleted. */
export function ApiKeysSection() {
  const t = useTexts()
  const { universe } = useIdentity()
  const queryClient = useQueryClient()
  const options = apiKeysQuery(universe)
  const query = useQuery(options)
  const refresh = () => queryClient.invalidateQueries({ queryKey: options.queryKey })
  const [open, setOpen] = useState<'new' | 'edit' | KeyAct | null>(null)
  const [chosen, setChosen] = useState<StoredApiKey | null>(null)
  const [made, setMade] = useState<MadeKey | null>(null)
  const [isTokenShown, setTokenShown] = useState(false)
  const edit = useCallback((key: StoredApiKey) => {
    setChosen(key)
    setOpen('edit')
  }, [])
  const close = () => setOpen(null)
  const onMade = (one: MadeKey) => {
    setMade(one)
    setTokenShown(true)
    return refresh()
  }
  const ending = useMutation({
    mutationFn: async ({ act, keyId }: { act: 'revoke' | 'remove'; keyId: number }) => {
      await (act === 'revoke' ? call(revokeApiKey, { params: { keyId } }) : call(removeApiKey, { params: { keyId } }))
      return act
    },
    onSuccess: (act) => notifyDone(t(act === 'revoke' ? 'revoked' : 'removed')),
    onError: notifyError,
    async onSettled() {
      await refresh()
      close()
    },
  })
  const columns = useColumns(edit)
  const list = useLocalList({
    ...{ key: ['api-keys', universe ?? '-'], name: 'api-keys', query, rows: query.data?.keys, columns, isPaged: false },
  })
  const isEnding = open === 'revoke' || open === 'remove'
  const name = chosen?.extname ?? ''
  return (
    <>
      <DataTable
        id="api-keys"
        title={t('title')}
        fileName={t('title')}
        list={list}
        columns={columns}
        ownOrder={ownOrder}
        keyOf={keyOf}
        tools={
          <Button
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={query.data === undefined}
            onClick={() => setOpen('new')}
          >
            {t('add')}
          </Button>
        }
        empty={<Empty title={t('none')}>{t('noneText')}</Empty>}
      />
      <NewKeyDialog opened={open === 'new'} surveys={query.data?.surveys ?? []} onClose={close} onMade={onMade} />
      {chosen !== null && (
        <>
          <EditKeyDialog
            key={`${chosen.id} ${chosen.version}`}
            opened={open === 'edit'}
            shown={chosen}
            onClose={close}
            onSaved={refresh}
            onAct={setOpen}
          />
          <RotateDialog
            key={`token ${chosen.id}`}
            opened={open === 'rotate'}
            shown={chosen}
            onClose={close}
            onMade={onMade}
          />
        </>
      )}
      <ConfirmDialog
        danger
        opened={isEnding}
        title={t(open === 'remove' ? 'removeTitle' : 'revokeTitle', { name })}
        message={t(open === 'remove' ? 'removeText' : 'revokeText', { name })}
        okText={t(open === 'remove' ? 'remove' : 'revoke')}
        busy={ending.isPending}
        onCancel={close}
        onOk={() => {
          if (chosen !== null && isEnding) ending.mutate({ act: open, keyId: chosen.id })
        }}
      />
      <TokenDialog
        opened={isTokenShown}
        made={made}
        address={query.data?.address ?? ''}
        onClose={() => {
          setTokenShown(false)
          setMade(null)
        }}
      />
    </>
  )
}
