import { Button, NativeSelect } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { Key } from 'react'
import { listUsers } from '@gensvar/contract/users'
import { downloadUsers } from '@gensvar/contract/user-sheets'
import { call } from '#web/api.ts'
import { openFile } from '#web/lib/open-file.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useIdentity } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import type { Sorting } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { BulkDialogs } from './bulk-dialogs.tsx'
import type { BulkAct } from './bulk-dialogs.tsx'
import type { ListedUser } from './listed-user.ts'
import { usePeopleTexts } from './people-texts.ts'
import { useUserColumns } from './use-user-columns.tsx'
import classes from './user-list.module.css'

const ImportUsers = whenOpened(() => import('./import-users.tsx').then((file) => file.ImportUsers))

const byEmail: Sorting = { by: 'email', desc: false }
const pages = { id: 'users', size: 100, options: [100, 250, 500] }
const statuses = ['0', '1', '2', 'all'] as const
type Status = (typeof statuses)[number]
const keyOfUser = ({ id }: ListedUser): number => id

/** The users of the organisation: those who are active at first. */
export function UserListScreen({ survey }: { survey: string }) {
  const t = usePeopleTexts()
  const { isUserAdmin } = useIdentity()
  const [status, setStatus] = useState<Status>('0')
  const [role, setRole] = useState('')
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set())
  const [act, setAct] = useState<BulkAct | null>(null)
  const [isImporting, setImporting] = useState(false)
  const shownFilter = useMemo(() => ({ status, ...(role !== '' && { role }) }), [status, role])
  const load = useCallback(
    (query: ListQuery, signal?: AbortSignal) =>
      call(listUsers, { params: { survey }, query: { ...query, ...shownFilter } as ListQuery }, { signal }),
    [survey, shownFilter],
  )
  const list = useList({
    key: useMemo(() => ['users', survey], [survey]),
    load,
    filteredBy: `${status} ${role}`,
    isPaged: true,
    pages,
  })
  const columns = useUserColumns()
  const { roles = [], mayDisable = false } = list.query.data ?? {}

  function narrow(change: () => void): void {
    change()
    setKeys(new Set())
    list.setSearch({ page: undefined })
  }
  const showAll = () =>
    narrow(() => {
      setStatus('all')
      setRole('')
    })
  const selection = useMemo(() => {
    const begin = (kind: BulkAct['kind']) => setAct({ kind, userIds: [...keys].map(Number) })
    const actions = (
      <>
        {mayDisable && (
          <>
            <Button variant="default" size="xs" onClick={() => begin('enable')}>
              {t('enable')}
            </Button>
            <Button variant="default" size="xs" onClick={() => begin('disable')}>
              {t('disable')}
            </Button>
          </>
        )}
        <Button variant="default" size="xs" onClick={() => begin('invite')}>
          {t('invite')}
        </Button>
      </>
    )
    return { keys, onChange: setKeys, actions }
  }, [keys, t, mayDisable])
  const address = (id: number): string => (isUserAdmin ? paths.userEditor(survey, id) : paths.userDetails(survey, id))
  const tools = (
    <>
      <NativeSelect
        size="sm"
        className={classes['select']}
        aria-label={t('status')}
        value={status}
        data={statuses.map((value) => ({ value, label: t(`status${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          narrow(() => setStatus(statuses.find((one) => one === value) ?? '0'))
        }
      />
      <NativeSelect
        size="sm"
        className={classes['select']}
        aria-label={t('role')}
        value={role}
        data={[
          { value: '', label: t('allRoles') },
          ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => narrow(() => setRole(value))}
      />
      <Button variant="default" size="sm" onClick={() => setImporting(true)}>
        {t('import')}
      </Button>
    </>
  )
  return (
    <>
      <div className={classes['head']}>
        <h1 className={classes['title']}>{t('users')}</h1>
        <Button component={AppLink} href={address(0)}>
          {t('newUser')}
        </Button>
      </div>
      {/* Keeps the card as high as its rows. */}
      <div>
        <DataTable
          id="users"
          title={t('listTitle')}
          fileName={t('users')}
          list={list}
          columns={columns}
          ownOrder={byEmail}
          selection={selection}
          tools={tools}
          keyOf={keyOfUser}
          hrefOf={({ id, accessAllowed }) => (accessAllowed ? address(id) : null)}
          lockOf={({ accessAllowed }) => (accessAllowed ? null : t('locked'))}
          download={(format, { filter, sortVar, sortDesc }) =>
            openFile(downloadUsers, {
              params: { survey },
              query: {
                format,
                filter,
                ...shownFilter,
                ...(sortVar !== null && { sortVar, sortDesc: String(sortDesc === true) }),
              } as { format: 'xlsx' },
            })
          }
          empty={
            status === 'all' && role === '' ? (
              <Empty title={t('noUsers')} />
            ) : (
              <Empty title={t('noneSuch')} action={{ text: t('showAll'), run: showAll }} />
            )
          }
        />
      </div>
      <BulkDialogs survey={survey} act={act} onClose={() => setAct(null)} onDone={() => setKeys(new Set())} />
      <ImportUsers opened={isImporting} survey={survey} onClose={() => setImporting(false)} />
    </>
  )
}
