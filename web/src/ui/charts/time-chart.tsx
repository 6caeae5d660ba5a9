import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { ChartData } from '@gensvar/contract/entities/chart'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useSharedEnds } from '#web/lib/shared-ends.ts'
import { Loading } from '../states/loading.tsx'
import { isFew } from './chart-answer.ts'
import { drawnEnds } from './chart-ends.ts'
import { ChartTable } from './chart-table.tsx'
import { tooltipOf } from './chart-tooltip.ts'
import { chartViewOf } from './chart-view.ts'
import type { ChartLook, ChartWords } from './chart-view.ts'
import { pickOfValue } from './chart-pick.ts'
import type { PickOf } from './chart-pick.ts'
import { ExportMenu } from './export-menu.tsx'
import type { ChartPalette } from './palette.ts'
import { hasLevelMarks, seriesAt, timeChartOption } from './time-chart-option.ts'
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
  /** Variables of the series that are drawn, where the table has more of them; all where left out. */
  drawnOnly?: readonly string[] | undefined
  /** What a click on a value does, and in the table headings and values. */
  pickOf?: PickOf | undefined
  /** What is drawn in its place, such as bars of HTML; the table and the files stay. */
  drawing?: ReactNode
  /** Further notes under the drawing. */
  notes?: readonly string[]
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
  unit,
  groups,
  band,
  chartType,
  stacked,
  lowerY,
  upperY,
  verticalLegend,
  tickInterval,
  drawnOnly,
  pickOf,
  drawing,
  notes: further = [],
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
          ...{ period, title, answer, goalName, decimals, unit, groups, band },
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
      unit,
      groups,
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
  const shown = useMemo(
    () => (drawnOnly ? { ...view, series: view.series.filter(({ variable }) => drawnOnly.includes(variable)) } : view),
    [view, drawnOnly],
  )
  const ends = useSharedEnds(view.title, drawnEnds(shown))
  const draw = useCallback(
    (width: number, palette: ChartPalette) =>
      timeChartOption(shown, {
        ...{ width, palette, ends },
        tooltip: (index) => tooltipOf(shown, index, palette, t),
      }),
    [shown, ends, t],
  )
  const router = useRouter()
  const onPick = useCallback(
    (series: number, category: number) => {
      const at = view.series.findIndex((one) => one === shown.series[seriesAt(shown, series) ?? -1])
      const pick = pickOf && at >= 0 ? pickOfValue(pickOf, { series: at, category }) : null
      if (pick === null) return
      if ('href' in pick) router.history.push(pick.href)
      else pick.run()
    },
    [pickOf, view, shown, router],
  )
  const few = view.series.find(({ values, n, lowBase }) =>
    values.some((value, at) => value !== null && isFew(n[at], lowBase)),
  )
  const notes = [
    ...(few ? [t('hollow', { min: format.number(few.lowBase ?? 0) })] : []),
    ...(view.states.some((state) => state !== 'whole') ? [t('dashed')] : []),
    ...(hasLevelMarks(shown) ? [t('levelMark')] : []),
    ...further,
  ]
  const room = Math.max(120, height - 36 - (notes.length > 0 ? 20 : 0))
  const points = shown.labels.length * shown.series.length
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
        <ExportMenu
          chart={{
            title: shown.title,
            draw: (width, palette) => timeChartOption(shown, { width, palette, ends, heading: true }),
          }}
        />
      </div>
      {isTable ? (
        <ChartTable view={view} height={room} pickOf={pickOf} />
      ) : (
        (drawing ?? (
          <Suspense fallback={<Loading height={room} />}>
            <EChart
              draw={draw}
              height={room}
              label={[view.title || t('chart'), view.answer].join(': ')}
              renderer={points > mostShapes ? 'canvas' : 'svg'}
              onPick={pickOf && onPick}
            />
          </Suspense>
        ))
      )}
      {notes.length > 0 && !isTable && <p className={classes['note']}>{notes.join(' · ')}</p>}
    </div>
  )
}
