import type { ReactNode } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import classes from './funnel.module.css'
import type { Campaign } from './queries.ts'
import type { Pace } from './use-progress.ts'

type Counts = Campaign['counts']

/** What a message becomes, in the order it can; together with those it is a part of. */
const steps = [
  { name: 'total', tone: 'accent' },
  { name: 'sent', tone: 'accent' },
  { name: 'delivered', tone: 'accent' },
  { name: 'opened', tone: 'accent' },
  { name: 'clicked', tone: 'accent' },
  { name: 'answered', tone: 'positive' },
  { name: 'bounced', tone: 'negative' },
  { name: 'unsubscribed', tone: 'amber' },
  { name: 'complained', tone: 'negative' },
] as const satisfies readonly { name: keyof Counts; tone: string }[]

/** What happens with messages that arrived: told as a share of these. */
const ofDelivered: ReadonlySet<keyof Counts> = new Set(['opened', 'clicked', 'answered', 'unsubscribed', 'complained'])

/** The parts that everybody written to is in exactly one of. */
const parts = ['delivered', 'bounced', 'pending', 'failed', 'unknown'] as const

/** How many messages a campaign has and what became of them, and how fast it goes on. */
export function Funnel({ campaign, pace }: { campaign: Campaign; pace: Pace | null }) {
  const t = useTexts()
  const format = useFormat()
  const { counts, isAnonymous, ways } = campaign
  const share = (name: keyof Counts): string => {
    const whole = ofDelivered.has(name) ? counts.delivered : counts.total
    const part = counts[name]
    // Only e-mails are seen to be opened: of several ways it would be a share of something else.
    if (name === 'opened' && ways.length > 0) return ''
    return name === 'total' || whole === 0 || part === null ? '' : format.percent((100 * part) / whole, 1)
  }
  const numberOf = (part: number | null): ReactNode => (part === null ? <NoValue /> : format.number(part))
  const width = (part: number | null): string =>
    `${counts.total === 0 || part === null ? 0 : (100 * part) / counts.total}%`
  const isUntold = steps.some(({ name }) => counts[name] === null)
  return (
    <Card title={t('funnel')} subtitle={<PaceLine pace={pace} pending={counts.pending} />}>
      <Sum campaign={campaign} />
      <table className={classes['funnel']} aria-label={t('funnel')}>
        <thead className={classes['unseen']}>
          <tr>
            <th scope="col">{t('step')}</th>
            <th scope="col">{t('messages')}</th>
            <th scope="col">{t('share')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ name, tone }) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td className={classes['bar']}>
                <span className={classes['fill']} data-tone={tone} style={{ width: width(counts[name]) }} />
                <span className={classes['number']}>{numberOf(counts[name])}</span>
              </td>
              <td className={classes['share']}>
                {share(name)}
                {ofDelivered.has(name) && share(name) !== '' && (
                  <span className={classes['of']}> {t('ofDelivered')}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isAnonymous && <p className={classes['note']}>{t('anonymousSums')}</p>}
      {isUntold && <p className={classes['note']}>{t('untold')}</p>}
    </Card>
  )
}

/** The sum that everybody is in once: delivered, came back, waiting, failed, not known. */
function Sum({ campaign: { counts, state } }: { campaign: Campaign }) {
  const t = useTexts()
  const format = useFormat()
  const shown = parts.filter((name) => counts[name] > 0 || name === 'delivered')
  return (
    <p className={classes['sum']}>
      <strong>{t('recipients', { count: counts.total, n: format.number(counts.total) })}</strong>
      {' = '}
      {shown.map((name, at) => (
        <span key={name}>
          {at > 0 && ' + '}
          {format.number(counts[name])}{' '}
          {name === 'pending' && state === 'STOPPED' ? t('part_never') : t(`part_${name}`, { count: counts[name] })}
        </span>
      ))}
    </p>
  )
}

/** How fast messages leave, and how long the rest takes. */
function PaceLine({ pace, pending }: { pace: Pace | null; pending: number }) {
  const t = useTexts()
  const format = useFormat()
  if (pace === null || pending === 0) return null
  const { perMinute, secondsLeft } = pace
  const left = (): string => {
    if (secondsLeft === null) return ''
    if (secondsLeft < 60)
      return t('secondsLeft', { count: Math.ceil(secondsLeft), n: format.number(Math.ceil(secondsLeft)) })
    const minutes = Math.ceil(secondsLeft / 60)
    if (minutes < 120) return t('minutesLeft', { count: minutes, n: format.number(minutes) })
    const hours = Math.ceil(minutes / 60)
    return t('hoursLeft', { count: hours, n: format.number(hours) })
  }
  const rate = perMinute === null ? '' : t('perMinute', { n: format.number(perMinute, perMinute < 10 ? 1 : 0) })
  const words = [rate, left()].filter((part) => part !== '')
  return words.length === 0 ? null : <span>{words.join(' · ')}</span>
}
