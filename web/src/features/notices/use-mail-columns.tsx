import { useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { MailState } from './mail-state.tsx'
import { useTexts } from './mail-texts.ts'
import type { Mail } from './mail.ts'
import classes from './mails.module.css'

/** The columns of the list of mails. `onOpen` must stay the same function. */
export function useMailColumns(onOpen: (mail: Mail) => void): Column<Mail>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo(
    (): Column<Mail>[] => [
      {
        id: 'subject',
        title: t('subject'),
        naming: true,
        width: 260,
        text: ({ subject }) => subject,
        cell: (mail) => <CellButton onClick={() => onOpen(mail)}>{mail.subject}</CellButton>,
      },
      { id: 'to', title: t('to'), width: 200, text: ({ to }) => to, cell: ({ to }) => to },
      {
        id: 'state',
        title: t('state'),
        width: 150,
        text: ({ state }) => t(`state${state}`),
        cell: ({ state }) => <MailState state={state} />,
      },
      {
        id: 'created',
        title: t('created'),
        width: 132,
        text: ({ createdAt }) => format.moment(createdAt),
        fileCell: ({ createdAt }) => createdAt,
        cell: ({ createdAt }) => <RelativeTime moment={createdAt} />,
      },
      {
        id: 'sent',
        title: t('sent'),
        width: 132,
        text: ({ sentAt }) => (sentAt === null ? '' : format.moment(sentAt)),
        fileCell: ({ sentAt }) => sentAt ?? '',
        cell: ({ sentAt }) => sentAt !== null && <RelativeTime moment={sentAt} />,
      },
      {
        id: 'reason',
        title: t('reason'),
        width: 240,
        isLong: true,
        text: ({ reason }) => reason,
        cell: ({ reason }) => <span className={classes['reason']}>{reason}</span>,
      },
    ],
    [t, format, onOpen],
  )
}
