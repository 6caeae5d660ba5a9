import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { usePeopleTexts } from './people-texts.ts'
import type { ListedUser } from './listed-user.ts'
import classes from './user-list.module.css'

/** An address, which breaks where its parts meet rather than in the middle of a word. */
function Address({ text }: { text: string }) {
  const at = text.indexOf('@') + 1
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

/** The columns of the user list. */
export function useUserColumns(): Column<ListedUser>[] {
  const t = usePeopleTexts()
  const format = useFormat()
  return useMemo(() => {
    const plain = (id: 'name' | 'email' | 'selectedRoleName' | 'userVariables') => ({
      id,
      cell: (user: ListedUser) => user[id],
      text: (user: ListedUser) => user[id],
    })
    const notice = ({ notify }: ListedUser): string => (notify === 0 ? t('notifySend') : t('notifyNot'))
    return [
      { ...plain('name'), title: t('name'), naming: true, sortBy: 'name' },
      {
        ...plain('email'),
        title: t('email'),
        sortBy: 'email',
        width: 220,
        cell: ({ email }) => <Address text={email} />,
      },
      {
        id: 'lastLogin',
        title: t('lastLogin'),
        sortBy: 'lastLogin',
        descFirst: true,
        cell: ({ lastLogin }) => (lastLogin === null ? t('never') : <RelativeTime moment={lastLogin} />),
        text: ({ lastLogin }) => (lastLogin === null ? t('never') : format.moment(lastLogin)),
      },
      { ...plain('selectedRoleName'), title: t('role'), sortBy: 'selectedRoleName' },
      { ...plain('userVariables'), title: t('userVariables'), width: 200 },
      {
        id: 'status',
        title: t('status'),
        sortBy: 'status',
        width: 100,
        cell: ({ status }) => (
          <span className={classes['status']} data-status={status}>
            {t(`status${status}`)}
          </span>
        ),
        text: ({ status }) => t(`status${status}`),
      },
      { id: 'notify', title: t('notify'), sortBy: 'notify', width: 100, cell: notice, text: notice },
    ]
  }, [t, format])
}
