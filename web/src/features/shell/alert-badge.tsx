import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDrillPath } from '#web/lib/place.ts'
import { useFormat } from '#web/lib/format.ts'
import { segmentsQuery } from '#web/lib/segments.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import classes from './top-bar.module.css'
import { useTexts } from './texts.ts'

/** The number of open alerts at the place looked at; leads to the alert list. */
export function AlertBadge() {
  const t = useTexts()
  const format = useFormat()
  const start = useSurveyStart()
  const drillPath = useDrillPath()
  const survey = start.survey.extName
  const segments = useQuery(segmentsQuery(survey, drillPath))
  const count = segments.data?.nOpenAlerts ?? start.nOpenAlerts
  return (
    <AppLink
      href={paths.alertList(survey, drillPath)}
      className={classes['alerts']}
      data-some={count > 0 || undefined}
      aria-label={t('openAlerts', { count })}
      title={t('openAlerts', { count })}
    >
      <IconBell size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes['count']}>{format.number(count)}</span>
    </AppLink>
  )
}
