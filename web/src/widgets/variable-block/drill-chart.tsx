import { useState } from 'react'
import { publishedChartPeriods } from '@gensvar/contract/published-dates'
import { chartPeriods } from '@gensvar/contract/widgets/development-chart'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAbout, useAnonymousVocabulary } from '#web/lib/vocabulary.ts'
import { isEmptyChart } from '#web/ui/charts/chart-view.ts'
import { PeriodLinks } from '#web/ui/charts/period-links.tsx'
import { usePeriodNames } from '#web/ui/charts/use-period-names.ts'
import { FigureChart } from '#web/widgets/figure-details/figure-chart.tsx'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import { Withheld } from '#web/widgets/withheld.tsx'
import { usePeriodShown } from '#web/widgets/use-period-shown.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'

/** The chart that opens under a tile: the tile's indicator and the block's expressions over time. */
export function DrillChart({ component, index }: { component: string; index: number }) {
  const periods = publishedChartPeriods(useAnonymousVocabulary()?.period ?? null, chartPeriods)
  const usual = useUsualPeriod()
  const [period, setPeriod] = useState<string>(periods.find((one) => one === usual) ?? periods[0] ?? 'months')
  const about = useAbout()
  const names = usePeriodNames()
  const query = useWidgetData('variable-block', 'chart', component, { index, period })
  const drawn = usePeriodShown(period, query.isPlaceholderData)
  const options = periods.map((value) => ({ value, label: names(value) }))
  return (
    <WidgetFrame
      query={query}
      height={280}
      level={3}
      actions={<PeriodLinks options={options} value={period} onChange={setPeriod} />}
      isEmpty={isEmptyChart}
      empty={query.data?.withheld != null ? <Withheld why={query.data.withheld} /> : undefined}
    >
      {(data) => <FigureChart data={data} about={about} period={drawn} height={260} />}
    </WidgetFrame>
  )
}

/** The period that the survey's first development chart opens with, which fits its answers; else months. */
function useUsualPeriod(): (typeof chartPeriods)[number] {
  const { pages } = useSurveyStart().survey
  for (const { component } of walkComponents(pages))
    if (isComponentOf(component, 'development-chart')) return component.config.periods[0] ?? 'months'
  return 'months'
}
