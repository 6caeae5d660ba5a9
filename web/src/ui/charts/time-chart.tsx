import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { ChartData } from '@gensvar/contract/entities/chart'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Loading } from '../states/loading.tsx'
import { isFew } from './chart-answer.ts'
import { ChartTable } from './chart-table.tsx'
import { tooltipOf } from './chart-tooltip.ts'
import { chartViewOf } from './chart-view.ts'
import type { ChartLook, ChartWords } from './chart-view.ts'
import { ExportMenu } from './export-menu.tsx'
import type { ChartPalette } from './palette.ts'
import { timeChartOption } from './time-chart-option.ts'
import { useTexts } from './texts.ts'
import classes from './time-chart.module.css'

const EChart = onDemand(async () => (await import('./echart.tsx')).EChart)

/** A chart with more points than this is drawn on a canvas instead of as SVG. */
const mostShapes = 2000

interface Props extends ChartLook, ChartWords {
  data: ChartData
  /** Prefix of rounded numbers of answers; empty where they are exact. */
  about?: string
  /** How the categories divide time: days, weeks, months, quarters, years or a custom period. */
  period: string
  /** Height of everything, in pixels. */
  height: number
  /** Title of files; on screen the card around the chart has it. */
  title?: string
}

/** Indicators over time: a sentence that sums them up, the drawing or its table, and the export menu. */
export function TimeChart({
  data,
  about = '',
  period,
  height,
  title,
  answer,
  goalName,
  decimals,
  band,
  chartType,
  stacked,
  lowerY,
  upperY,
  verticalLegend,
  tickInterval,
}: Props) {
  const t = useTexts()
  const format = useFormat()
  const text = useLocalText()
  const [isTable, setTable] = useState(false)
  const view = useMemo(
    () =>
      chartViewOf(
        data,
        {
          ...{ period, title, answer, goalName, decimals, band },
          ...{ chartType, stacked, lowerY, upperY, verticalLegend, tickInterval },
        },
        { t, format, text, about },
      ),
    [
      data,
      period,
      title,
      answer,
      goalName,
      decimals,
      band,
      chartType,
      stacked,
      lowerY,
      upperY,
      verticalLegend,
      tickInterval,
      t,
      format,
      text,
      about,
    ],
  )
  const draw = useCallback(
    (width: number, palette: ChartPalette) =>
      timeChartOption(view, { width, palette, tooltip: (index) => tooltipOf(view, index, palette, t) }),
    [view, t],
  )
  const few = view.series.find(({ values, n, lowBase }) =>
    values.some((value, at) => value !== null && isFew(n[at], lowBase)),
  )
  const notes = [
    ...(few ? [t('hollow', { min: format.number(few.lowBase ?? 0) })] : []),
    ...(view.states.some((state) => state !== 'whole') ? [t('dashed')] : []),
  ]
  const room = Math.max(120, height - 36 - (notes.length > 0 ? 20 : 0))
  const points = view.labels.length * view.series.length
  const label = isTable ? t('showChart') : t('showTable')
  return (
    <div>
      <div className={classes['head']}>
        <p className={classes['answer']}>{view.answer}</p>
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => setTable(!isTable)}>
            {isTable ? (
              <IconChartLine size={18} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconTable size={18} stroke={1.75} aria-hidden="true" />
            )}
          </ActionIcon>
        </Tooltip>
        <ExportMenu view={view} />
      </div>
      {isTable ? (
        <ChartTable view={view} height={room} />
      ) : (
        <Suspense fallback={<Loading height={room} />}>
          <EChart
            draw={draw}
            height={room}
            label={[view.title || t('chart'), view.answer].join(': ')}
            renderer={points > mostShapes ? 'canvas' : 'svg'}
          />
        </Suspense>
      )}
      {notes.length > 0 && !isTable && <p className={classes['note']}>{notes.join(' · ')}</p>}
    </div>
  )
}
