import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './interview.module.css'
import { useTexts } from './texts.ts'

/** What was sent to the respondent and what became of it. */
export function MailTrackings({ trackings }: { trackings: NonNullable<InterviewData['mailTrackingsData']> }) {
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
      <div className={classes['wide']} tabIndex={0} role="region" aria-label={t('sendings')}>
        <table className={classes['table']} aria-label={t('sendings')}>
          <thead>
            <tr>
              <th scope="col">{t('sentAt')}</th>
              <th scope="col">{t('campaign')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col" className={classes['number']}>
                {t('opens')}
              </th>
              <th scope="col" className={classes['number']}>
                {t('clicks')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <RelativeTime moment={row.date} />
                </td>
                <td>{row.name}</td>
                <td>{t(`sending${row.state as 'SENT'}`)}</td>
                <td className={classes['number']}>{row.views}</td>
                <td className={classes['number']}>{row.clicks}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
