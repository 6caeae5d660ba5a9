import { use } from 'react'
import { ConnectionContext } from '#web/lib/connection-context.ts'
import { useFiguresShown } from '#web/lib/figures-shown.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useFreshness } from '#web/lib/survey-status.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './freshness.module.css'
import { useTexts } from './texts.ts'

/**
 * How fresh the figures shown are, whether newer answers are still to come, and what keeps these back. Nothing is said unless all
 * figures of the page are there, nor while the server cannot be reached.
 */
export function Freshness() {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const freshness = useFreshness()
  const oldest = useFiguresShown()
  const isOffline = use(ConnectionContext)?.trouble === 'offline'
  const told = oldest === null || isOffline ? null : freshness
  return (
    <p className={classes['line']} role="status">
      {told !== null && told.updatedAt !== null && oldest !== null && (
        <>
          {t('updated')} <RelativeTime moment={earlier(told.updatedAt, oldest)} timeZone={survey.timeZone} />
          {told.updating && ' ·'}
        </>
      )}
      {told !== null && told.problem !== null && (
        <span>
          {' '}
          {t('notUpdating')} {told.problem}
        </span>
      )}
      {told?.problem === null && told.updating && <span> {t('updating')}</span>}
    </p>
  )
}

// Figures do not get newer while they are looked at.
function earlier(moment: string, time: number): string {
  return Date.parse(moment) <= time ? moment : new Date(time).toISOString()
}
