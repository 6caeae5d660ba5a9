import type { mailTracking } from '@gensvar/contract/entities/mail-tracking'
import type { z } from 'zod'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useTexts } from './texts.ts'

type Sending = z.infer<typeof mailTracking>['rows'][number]

interface Props {
  label: string
  rows: readonly Sending[]
  /** Also the sending's id, and whether it was recorded. */
  isFull?: boolean
}

/** What was sent to a respondent, and what became of each sending. */
export function MailTable({ label, rows, isFull = false }: Props) {
  const t = useTexts()
  const id: PlainColumn<Sending> = { id: 'id', title: t('id'), align: 'right', cell: (row) => row.id }
  const recording: PlainColumn<Sending> = {
    id: 'recording',
    title: t('recording'),
    cell: (row) => (row.recording ? t('recorded') : <NoValue />),
  }
  return (
    <PlainTable<Sending>
      isWide
      label={label}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        ...(isFull ? [id] : []),
        { id: 'date', title: t('sentAt'), cell: (row) => <RelativeTime moment={row.date} /> },
        { id: 'name', title: t('campaign'), cell: (row) => row.name },
        { id: 'state', title: t('state'), cell: (row) => t(`sending${row.state as 'SENT'}`) },
        { id: 'views', title: t('opens'), align: 'right', cell: (row) => row.views },
        { id: 'clicks', title: t('clicks'), align: 'right', cell: (row) => row.clicks },
        ...(isFull ? [recording] : []),
      ]}
    />
  )
}
