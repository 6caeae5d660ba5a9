import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { SaveMenu } from '#web/ui/charts/export-menu.tsx'
import { useTexts } from '#web/ui/charts/texts.ts'
import { barChartOption } from './bar-chart-option.ts'
import type { Bar, BarView } from './bar-view.ts'
import classes from './bar-chart.module.css'

interface Props {
  view: BarView
  /** The name of a row, such as a link to what it counts; its text by default. */
  name?: (index: number) => ReactNode
  /** What stands beside a row's bars. */
  words: (index: number) => ReactNode
  /** The same figures as a table. */
  table: ReactNode
}

/** Rows of bars with their sentence, a table in their place, and the export menu. The bars only draw what their words say. */
export function BarChart({ view, name, words, table }: Props) {
  const t = useTexts()
  const [isTable, setTable] = useState(false)
  const label = isTable ? t('showChart') : t('showTable')
  const Icon = isTable ? IconChartBar : IconTable
  return (
    <div className={classes['chart']}>
      <div className={classes['head']}>
        <p className={classes['answer']}>{view.answer}</p>
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => setTable(!isTable)}>
            <Icon size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
        <SaveMenu chart={{ title: view.title, draw: (width, palette) => barChartOption(view, width, palette) }} />
      </div>
      {isTable ? (
        table
      ) : (
        <>
          {view.legend.length > 0 && (
            <ul className={classes['legend']}>
              {view.legend.map((entry) => (
                <li key={entry.tone}>
                  <span className={classes['mark']} data-tone={entry.tone} aria-hidden="true" />
                  {entry.name}
                </li>
              ))}
            </ul>
          )}
          <ul className={classes['rows']} aria-label={view.title || t('chart')}>
            {view.rows.map((row, index) => (
              <li key={index} className={classes['row']}>
                <span className={classes['name']}>{name?.(index) ?? row.name}</span>
                <span className={classes['track']} aria-hidden="true">
                  {row.zero !== null && row.bars.length > 0 && (
                    <span className={classes['zero']} style={{ left: `${row.zero}%` }} />
                  )}
                  {row.bars.map((bar, at) => (
                    <DrawnBar key={at} bar={bar} />
                  ))}
                </span>
                <span className={classes['words']}>{words(index)}</span>
              </li>
            ))}
          </ul>
          {view.notes.length > 0 && <p className={classes['note']}>{view.notes.join(' · ')}</p>}
        </>
      )}
    </div>
  )
}

function DrawnBar({ bar: { from, to, interval, tone, isHollow } }: { bar: Bar }) {
  const left = Math.min(from, to)
  return (
    <span className={classes['lane']}>
      <span
        className={classes['bar']}
        data-tone={tone}
        data-hollow={isHollow || undefined}
        style={{ left: `${left}%`, width: `${Math.abs(to - from)}%` }}
      />
      {interval && (
        <span
          className={classes['interval']}
          style={{ left: `${interval.low}%`, width: `${interval.high - interval.low}%` }}
        />
      )}
    </span>
  )
}
