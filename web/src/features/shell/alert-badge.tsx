import { Menu } from '@mantine/core'
import { IconAlertCircle, IconList } from '@tabler/icons-react'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { parsePath, plainToken, printDrillPath, splitPath } from '@gensvar/contract/drill-path'
import { useFormat } from '#web/lib/format.ts'
import { pathViews } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useSurveyStatus } from '#web/lib/survey-status.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { MenuEntry } from '#web/ui/menu-entry.tsx'
import classes from './top-bar.module.css'
import { useTexts } from './texts.ts'

/**
 * The number of open alerts of everything the user may open, wherever they are, and a menu with those that wait for
 * them; hidden if they cannot be counted.
 */
export function AlertBadge() {
  const t = useTexts()
  const format = useFormat()
  const go = useGo()
  const reach = useReach()
  const start = useSurveyStart()
  const alerts = useSurveyStatus()?.allAlerts ?? null
  if (alerts === null) return null
  const { open, waiting, path, place } = alerts
  const label = t('openAlerts', { count: open, n: format.number(open), place })
  const views = pathViews(start)
  const allTime = { ...splitPath(parsePath(path), views), filters: [plainToken(EVENT_DATE, 'all_time')] }
  const list = paths.alertList(start.survey.extName, printDrillPath(allTime, views), { states: 'open' })
  return (
    <Menu position="bottom-end" width={300} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={classes['alerts']} data-some={open > 0 || undefined} title={label}>
          <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
          <span className={classes['count']} aria-hidden="true">
            {format.number(open)}
          </span>
          <span className={classes['unseen']}>{label}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        <Menu.Label>
          {waiting === 0 ? t('noneWaiting') : t('waitingAlerts', { count: waiting, n: format.number(waiting) })}
        </Menu.Label>
        <MenuEntry icon={<IconList size={16} aria-hidden="true" />} closed={reach(list)} onClick={() => go(list)}>
          {t('alertList')}
        </MenuEntry>
      </Menu.Dropdown>
    </Menu>
  )
}
