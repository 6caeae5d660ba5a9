import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useTexts } from './texts.ts'

type Trackings = NonNullable<InterviewData['mailTrackingsData']>
type Sending = Trackings['rows'][number]

/** What was sent to the respondent and what became of it. */
export function MailTrackings({ trackings }: { trackings: Trackings }) {
  const t = useTexts()
  const format = useFormat()
  const { stats, rows } = trackings
  const summary = t('sendingsSummary', {
    sent: stats.totalSent,
    opened: stats.totalOpened,
    share: format.number(stats.shareOpened, 1),
    clicked: stats.totalClicked,
  })
  return (
    <Card title={t('sendings')} subtitle={stats.email === '' ? summary : `${stats.email} · ${summary}`}>
      <PlainTable<Sending>
        isWide
        label={t('sendings')}
        rows={rows}
        keyOf={(row) => row.id}
        columns={[
          { id: 'date', title: t('sentAt'), cell: (row) => <RelativeTime moment={row.date} /> },
          { id: 'name', title: t('campaign'), cell: (row) => row.name },
          { id: 'state', title: t('state'), cell: (row) => t(`sending${row.state as 'SENT'}`) },
          { id: 'views', title: t('opens'), align: 'right', cell: (row) => row.views },
          { id: 'clicks', title: t('clicks'), align: 'right', cell: (row) => row.clicks },
        ]}
      />
    </Card>
  )
}
