import { useMemo } from 'react'
import type { StoredApiKey } from '@gensvar/contract/api-keys'
import { useFormat } from '#web/lib/format.ts'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useTexts } from './texts.ts'
import classes from './api-keys.module.css'

/** The columns of the table of keys; the name opens a key. */
export function useColumns(onOpen: (key: StoredApiKey) => void): Column<StoredApiKey>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo(() => {
    const words = (id: string, title: string, text: (key: StoredApiKey) => string, width = 140) => ({
      ...{ id, title, width, text, sortBy: id },
      cell: text,
    })
    const moment = (id: 'lastUsed' | 'created', none: string, more: Partial<Column<StoredApiKey>> = {}) => ({
      ...{ id, title: t(id), sortBy: id, width: 136, descFirst: true },
      text: (key: StoredApiKey) => (key[id] === null ? none : format.moment(key[id])),
      cell: (key: StoredApiKey) => (key[id] === null ? none : <RelativeTime moment={key[id]} />),
      compare: (a: StoredApiKey, b: StoredApiKey) => Date.parse(a[id] ?? '') - Date.parse(b[id] ?? '') || 0,
      ...more,
    })
    const state = (key: StoredApiKey) => t(`state_${key.state}`)
    return [
      {
        ...{ id: 'extname', title: t('name'), sortBy: 'extname', naming: true, width: 180 },
        text: ({ extname }) => extname,
        cell: (key) => <CellButton onClick={() => onOpen(key)}>{key.extname}</CellButton>,
      },
      words('type', t('type'), ({ type }) => t(`type${type}`), 190),
      words('survey', t('survey'), ({ survey }) => survey),
      words('path', t('place'), ({ placeTitle, path }) => placeTitle ?? path, 180),
      {
        ...words('state', t('state'), state, 120),
        cell: (key) => <span className={key.state === 'works' ? undefined : classes['off']}>{state(key)}</span>,
      },
      moment('lastUsed', t('neverUsed')),
      words('user', t('user'), ({ user }) => user ?? '', 180),
      {
        ...words('lastDay', t('lastDay'), ({ lastDay }) => (lastDay === null ? '' : format.date(lastDay)), 120),
        extra: true,
      },
      moment('created', '', { extra: true }),
      {
        ...{ id: 'id', title: t('id'), sortBy: 'id', width: 72, align: 'right', extra: true },
        text: ({ id }) => String(id),
        cell: ({ id }) => id,
      },
    ]
  }, [t, format, onOpen])
}
