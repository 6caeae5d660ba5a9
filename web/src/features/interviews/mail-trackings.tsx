import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { MailTable } from '#web/widgets/mail-trackings/mail-table.tsx'
import { useTexts } from './texts.ts'

type Trackings = NonNullable<InterviewData['mailTrackingsData']>

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
      <MailTable label={t('sendings')} rows={rows} />
    </Card>
  )
}
