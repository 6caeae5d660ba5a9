import { use } from 'react'
import { ConnectionContext } from '#web/lib/connection-context.ts'
import { useFiguresShown } from '#web/lib/figures-shown.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useFreshness } from '#web/lib/survey-status.ts'
import { usePending } from '#web/ui/pending.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './freshness.module.css'
import { useTexts } from './texts.ts'

/**
 * How fresh the figures shown are, and whether newer answers are still to come. Nothing is said while some of them
 * failed or the server cannot be reached.
 */
export function Freshness() {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const freshness = useFreshness()
  const { oldest, isFailed } = useFiguresShown()
  const isOffline = use(ConnectionContext)?.trouble === 'offline'
  const pending = usePending({ isPlaceholderData: freshness?.isPlaceholderData === true })
  if (freshness === null || isFailed || isOffline) return null
  const { updatedAt, updating } = freshness
  if (updatedAt === null && !updating) return null
  // Figures do not get newer while they are looked at.
  const shownAt = oldest === null || updatedAt === null ? updatedAt : earlier(updatedAt, oldest)
  return (
    <p className={classes['line']} role="status" {...pending}>
      {shownAt !== null && (
        <>
          {t('updated')} <RelativeTime moment={shownAt} timeZone={survey.timeZone} />
        </>
      )}
      {updating && <span> {t('updating')}</span>}
    </p>
  )
}

function earlier(moment: string, time: number): string {
  return Date.parse(moment) <= time ? moment : new Date(time).toISOString()
}
