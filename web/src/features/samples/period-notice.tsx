import { IconInfoCircle, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import type { Sample } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './sample.module.css'

/** Says why a sample cannot be changed, or which days' samples can be while others cannot. */
export function PeriodNotice({ sample, survey }: { sample: Sample; survey: string }) {
  const t = useTexts()
  const days = useOpenDays(sample)
  const { rights } = useSurveyStart()
  if (sample.state === '0')
    return (
      <Note>
        {t('completed')}{' '}
        {rights.canViewInterviews && <AppLink href={paths.interview(survey, sample.id)}>{t('toInterview')}</AppLink>}
      </Note>
    )
  if (!sample.period.isOpen)
    return (
      <Note isClosed>
        <strong>{t('closed')}.</strong> {[days, t(closedText(sample))].filter(Boolean).join(' ')}
      </Note>
    )
  if (!sample.canEdit && !sample.canEditState) return <Note>{t('readOnly')}</Note>
  return days === '' ? null : <p className={classes['quiet']}>{days}</p>
}

function Note({ isClosed = false, children }: { isClosed?: boolean; children: ReactNode }) {
  const Sign = isClosed ? IconLock : IconInfoCircle
  return (
    <div role="note" className={classes['note']} data-closed={isClosed || undefined}>
      <Sign size={18} stroke={1.75} aria-hidden="true" />
      <p>{children}</p>
    </div>
  )
}

function closedText({ canEdit, canEditState }: Sample) {
  if (canEdit) return 'closedButEditable'
  return canEditState ? 'closedButState' : 'closedReadOnly'
}

/** The days whose samples are open, in words; empty where all are, or none. */
function useOpenDays({ period: { from, to } }: Sample): string {
  const t = useTexts()
  const format = useFormat()
  if (from !== null && to !== null) return t('openDays', { from: format.date(from), to: format.date(to) })
  if (from !== null) return t('openFrom', { from: format.date(from) })
  return to === null ? '' : t('openTo', { to: format.date(to) })
}
