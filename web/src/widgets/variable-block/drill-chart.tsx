import { useState } from 'react'
import { chartPeriods } from '@gensvar/contract/widgets/development-chart'
import { PeriodLinks } from '#web/ui/charts/period-links.tsx'
import { TimeChart } from '#web/ui/charts/time-chart.tsx'
import { usePeriodNames } from '#web/ui/charts/use-period-names.ts'
import { WidgetFrame } from '../widget-frame.tsx'
import { usePeriodShown } from '../use-period-shown.ts'
import { useWidgetData } from '../widget-query.ts'

/** The chart that opens under a tile: the tile's indicator and the block's expressions over time. */
export function DrillChart({ component, index }: { component: string; index: number }) {
  const [period, setPeriod] = useState('months')
  const names = usePeriodNames()
  const query = useWidgetData('variable-block', 'chart', component, { index, period })
  const drawn = usePeriodShown(period, query.isPlaceholderData)
  const options = chartPeriods.map((value) => ({ value, label: names(value) }))
  return (
    <WidgetFrame
      query={query}
      height={280}
      level={3}
      actions={<PeriodLinks options={options} value={period} onChange={setPeriod} />}
      isEmpty={(data) => data.categories.length === 0}
    >
      {(data) => <TimeChart data={data} period={drawn} height={260} />}
    </WidgetFrame>
  )
}
