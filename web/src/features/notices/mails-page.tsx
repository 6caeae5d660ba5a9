import { NativeSelect } from '@mantine/core'
import { mailStates } from '@gensvar/contract/entities/notices'
import { listMails } from '@gensvar/contract/notices'
import { useCallback, useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { Empty } from '#web/ui/states/states.tsx'
import type { Mail } from './mail.ts'
import { useTexts } from './mail-texts.ts'
import classes from './mails.module.css'
import { useMailColumns } from './use-mail-columns.tsx'

const MailDialog = whenOpened(() => import('./mail-dialog.tsx').then((file) => file.MailDialog))

type MailState = Mail['state']

/** How often the list is loaded again, in milliseconds. */
const pollEvery = 15_000
const newestFirst = { by: null, desc: true }
const keyOfMail = ({ id }: Mail): number => id

/** Root's page of the mails of the server, with what became of each. */
export function MailsPage() {
  const t = useTexts()
  const format = useFormat()
  const [state, setState] = useState<MailState>()
  const [shown, setShown] = useState<Mail | null>(null)
  const [isOpen, setOpen] = useState(false)
  const list = useList({
    key: useMemo(() => ['mails', state ?? ''], [state]),
    load: useCallback(
      async (query: ListQuery, signal?: AbortSignal) => {
        const { mails, ...rest } = await call(listMails, { query: { ...query, state } }, { signal })
        return { rows: mails, ...rest }
      },
      [state],
    ),
    isPaged: true,
    pollAfter: () => pollEvery,
  })
  const open = useCallback((mail: Mail) => {
    setShown(mail)
    setOpen(true)
  }, [])
  const columns = useMailColumns(open)
  const { counts, sendsMail } = list.query.data ?? {}
  function narrow(next: MailState | undefined): void {
    setState(next)
    list.setSearch({ page: undefined })
  }
  const count = (one: MailState) => (counts === undefined ? '' : ` (${format.number(counts[one])})`)
  return (
    <>
      <h1 className={classes['title']}>{t('title')}</h1>
      {sendsMail === false && <p className={classes['note']}>{t('sendsNoMail')}</p>}
      {(counts?.UNKNOWN ?? 0) > 0 && <p className={classes['note']}>{t('unknownText')}</p>}
      {/* Keeps the card as high as its rows: on its own it would fill the screen. */}
      <div>
        <DataTable
          id="mails"
          title={t('listTitle')}
          fileName={t('title')}
          list={list}
          columns={columns}
          ownOrder={newestFirst}
          keyOf={keyOfMail}
          onOpen={open}
          tools={
            <NativeSelect
              size="sm"
              className={classes['select']}
              aria-label={t('state')}
              value={state ?? ''}
              data={[
                { value: '', label: t('allStates') },
                ...mailStates.map((value) => ({ value, label: t(`state${value}`) + count(value) })),
              ]}
              onChange={({ currentTarget }) => narrow(mailStates.find((one) => one === currentTarget.value))}
            />
          }
          empty={
            state === undefined ? (
              <Empty title={t('none')}>{t('noneText')}</Empty>
            ) : (
              <Empty title={t('noneSuch')} action={{ text: t('showAll'), run: () => narrow(undefined) }} />
            )
          }
        />
      </div>
      <MailDialog opened={isOpen} onClose={() => setOpen(false)} mail={shown} />
    </>
  )
}
