import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { isIsoDate, toDayNumber } from '@gensvar/contract/dates'
import { useAbout } from '#web/lib/vocabulary.ts'
import { isEmptyChart } from '#web/ui/charts/chart-view.ts'
import { TimeChart } from '#web/ui/charts/time-chart.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { Withheld } from '#web/widgets/withheld.tsx'
import classes from './action-dialog.module.css'
import { chartQuery } from './action-query.ts'
import type { AskedPlace } from './action-query.ts'
import { useTexts } from './texts.ts'

/** Height of the chart with its sentence, in pixels: usually, and opened large. */
const usualHeight = 260
const largeHeight = 460

/** The dialog's width, which the chart decides. */
export interface DialogWidth {
  isLarge: boolean
  /** Opens the chart large, or as usual; null where the dialog takes the whole screen. */
  toggle: (() => void) | null
}

interface Props {
  place: AskedPlace
  /** Of the item; empty without one. */
  expression: string
  title: string
  goal: number | null
  from: string | null
  deadline: string | null
  width: DialogWidth
}

/** How categories divide time, by the days between the first two. */
function periodOf([first = '', second = '']: readonly string[]): string {
  if (!isIsoDate(first) || !isIsoDate(second)) return 'months'
  const days = toDayNumber(second) - toDayNumber(first)
  if (days > 300) return 'years'
  if (days > 80) return 'quarters'
  return days > 7 ? 'months' : days > 1 ? 'weeks' : 'days'
}

/** The item over time, with the goal and the time of the action. */
export function ActionChart({ place, expression, title, goal, from, deadline, width }: Props) {
  const t = useTexts()
  const about = useAbout()
  const id = useId()
  const query = useQuery(chartQuery(place, expression))
  const name = t('timeOfAction')
  const band = useMemo(() => {
    const isSpan = from !== null && deadline !== null && isIsoDate(from) && isIsoDate(deadline) && from <= deadline
    return isSpan ? { from, to: deadline, name } : null
  }, [from, deadline, name])
  const data = useMemo(() => query.data && { ...query.data, goal }, [query.data, goal])
  if (expression === '') return null
  const { isLarge, toggle } = width
  const label = t(isLarge ? 'smallerChart' : 'largerChart')
  const Sign = isLarge ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  const height = isLarge ? largeHeight : usualHeight
  return (
    <section className={classes['part']} aria-labelledby={id}>
      <div className={classes['bar']}>
        <h3 id={id} className={classes['heading']}>
          {t('development')}
        </h3>
        {toggle !== null && (
          <Tooltip label={label}>
            <ActionIcon variant="subtle" color="gray" aria-label={label} aria-pressed={isLarge} onClick={toggle}>
              <Sign size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <DataState
        query={{ ...query, data }}
        height={height}
        compact
        isEmpty={isEmptyChart}
        empty={
          data?.withheld != null ? (
            <Withheld why={data.withheld} compact />
          ) : (
            <Empty title={t('noDevelopment')} compact />
          )
        }
      >
        {(shown) => (
          <TimeChart
            data={shown}
            about={about}
            period={periodOf(shown.categories)}
            height={height}
            title={title}
            band={band}
          />
        )}
      </DataState>
    </section>
  )
}
