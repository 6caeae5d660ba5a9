import { IconInfoCircle, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import type { Sample } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './sample.module.css'

/** Says why a sample cannot be changed; nothing where it can be. */
export function PeriodNotice({ sample, survey }: { sample: Sample; survey: string }) {
  const t = useTexts()
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
        <strong>{t('closed')}.</strong> {t(closedText(sample))}
      </Note>
    )
  if (!sample.canEdit && !sample.canEditState) return <Note>{t('readOnly')}</Note>
  return null
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
