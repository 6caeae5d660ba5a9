import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { MailTable } from '#web/widgets/mail-trackings/mail-table.tsx'
import type { PartOf } from './part-types.ts'
import classes from './sample-editor.module.css'
import { Section } from './section.tsx'
import { useTexts } from './texts.ts'

/** What was sent to the respondent: the totals, and each sending with what became of it. */
export function MailsPart({ part }: { part: PartOf<'mails'> }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const title = text(part.componentDef.title) || t('mails')
  if (part.mails === undefined) return null
  const { stats, rows } = part.mails
  const totals = [
    { label: t('email'), value: stats.email || <NoValue /> },
    { label: t('totalSent'), value: format.number(stats.totalSent) },
    { label: t('totalOpened'), value: format.number(stats.totalOpened) },
    { label: t('shareOpened'), value: format.percent(stats.shareOpened) },
    { label: t('totalClicked'), value: format.number(stats.totalClicked) },
  ]
  return (
    <Section title={title}>
      <dl className={classes['facts']}>
        {totals.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 ? (
        <p className={classes['quiet']}>{t('noMails')}</p>
      ) : (
        <MailTable label={title} rows={rows} isFull />
      )}
    </Section>
  )
}
