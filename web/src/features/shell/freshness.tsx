import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useSurveyStatus } from '#web/lib/survey-status.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './freshness.module.css'
import { useTexts } from './texts.ts'

/** How fresh the figures are, and whether newer answers are still to come. */
export function Freshness() {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const freshness = useSurveyStatus()?.freshness
  if (freshness === undefined) return null
  if (freshness.updatedAt === null && !freshness.updating) return null
  return (
    <p className={classes['line']} role="status">
      {freshness.updatedAt !== null && (
        <>
          {t('updated')} <RelativeTime moment={freshness.updatedAt} timeZone={survey.timeZone} />
        </>
      )}
      {freshness.updating && <span> {t('updating')}</span>}
    </p>
  )
}
