import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Loading } from '../states/loading.tsx'
import type { SavedChart } from './chart-file.ts'
import { SaveMenu } from './export-menu.tsx'
import type { ChartPalette } from './palette.ts'
import type { ChartOption } from './time-chart-option.ts'
import { useTexts } from './texts.ts'
import classes from './time-chart.module.css'

const EChart = onDemand(async () => (await import('./echart.tsx')).EChart)

interface Props {
  title: string
  /** What the chart says, in one sentence. */
  answer: string
  /** The drawing for a width in pixels and a scheme's colours; must be the same function while nothing has changed. */
  draw: (width: number, palette: ChartPalette) => ChartOption
  /** The drawing that is saved as a file. */
  saved: SavedChart
  /** Height of the drawing in pixels. */
  height: number
  /** The same figures as a table. */
  table: ReactNode
  /** What stands with the drawing, such as the names of its points. */
  legend?: ReactNode
  /** Called with the series and the category of a value that is clicked, by their indices. */
  onPick?: ((series: number, category: number) => void) | undefined
}

/** A chart that is not over time: a sentence that sums it up, the drawing or its table, and the export menu. */
export function DrawnChart({ title, answer, draw, saved, height, table, legend, onPick }: Props) {
  const t = useTexts()
  const [isTable, setTable] = useState(false)
  const label = isTable ? t('showChart') : t('showTable')
  const Sign = isTable ? IconChartBar : IconTable
  return (
    <div>
      <div className={classes['head']}>
        <p className={classes['answer']}>{answer}</p>
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => setTable(!isTable)}>
            <Sign size={18} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
        <SaveMenu chart={saved} />
      </div>
      {isTable ? (
        table
      ) : (
        <>
          <Suspense fallback={<Loading height={height} />}>
            <EChart draw={draw} height={height} label={[title, answer].join(': ')} onPick={onPick} />
          </Suspense>
          {legend}
        </>
      )}
    </div>
  )
}
