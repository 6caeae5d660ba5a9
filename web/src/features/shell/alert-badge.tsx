import { IconBell } from '@tabler/icons-react'
import { useDrillPath } from '#web/lib/place.ts'
import { useFormat } from '#web/lib/format.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAreAlertsOld, useOpenAlerts } from '#web/lib/survey-status.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { usePending } from '#web/ui/pending.ts'
import classes from './top-bar.module.css'
import { useTexts } from './texts.ts'

/** The number of open alerts at the current place, with a link to the alert list; hidden if they cannot be counted. */
export function AlertBadge() {
  const t = useTexts()
  const format = useFormat()
  const { survey } = useSurveyStart()
  const drillPath = useDrillPath()
  const count = useOpenAlerts() ?? null
  const pending = usePending({ isPlaceholderData: useAreAlertsOld() })
  if (count === null) return null
  return (
    <AppLink
      href={paths.alertList(survey.extName, drillPath)}
      className={classes['alerts']}
      data-some={count > 0 || undefined}
      {...pending}
      aria-label={t('openAlerts', { count })}
      title={t('openAlerts', { count })}
    >
      <IconBell size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes['count']}>{format.number(count)}</span>
    </AppLink>
  )
}
