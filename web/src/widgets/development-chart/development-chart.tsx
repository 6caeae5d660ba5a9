import { useLocalText } from '#web/lib/local-text.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import { isEmptyChart } from '#web/ui/charts/chart-view.ts'
import { PeriodLinks } from '#web/ui/charts/period-links.tsx'
import { useTexts } from '#web/ui/charts/texts.ts'
import { FigureChart } from '#web/widgets/figure-details/figure-chart.tsx'
import { usePeriodMenu } from '#web/widgets/selection-block/period-menus.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import { Withheld } from '#web/widgets/withheld.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useChosenPeriod } from '#web/widgets/use-chosen-period.ts'
import { usePeriodShown } from '#web/widgets/use-period-shown.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'

/** Height of the chart with its summary, in pixels. */
const height = 340

/** Indicators over days, weeks, months, quarters, years or periods of the configuration's own. */
export function DevelopmentChart({ config }: WidgetProps<'development-chart'>) {
  const t = useTexts()
  const text = useLocalText()
  const [period, setPeriod, options] = useChosenPeriod(config.id, config.periods, config.customPeriods)
  const about = useAbout()
  const query = useWidgetData('development-chart', 'data', config.id, { period })
  const drawn = usePeriodShown(period, query.isPlaceholderData)
  const title = text(config.title) || t('development')
  const menu = options.map(({ value, label }) => ({ value, text: label }))
  const isHosted = usePeriodMenu(config.id, { title, options: menu, value: period, onChange: setPeriod })
  return (
    <WidgetFrame
      query={query}
      title={title}
      actions={isHosted ? undefined : <PeriodLinks options={options} value={period} onChange={setPeriod} />}
      height={height}
      isEmpty={isEmptyChart}
      empty={query.data?.withheld != null ? <Withheld why={query.data.withheld} /> : undefined}
    >
      {(data) => (
        <FigureChart
          data={data}
          about={about}
          period={drawn}
          height={height}
          title={title}
          chartType={config.chartType}
          stacked={config.stacked}
          lowerY={config.lowerY}
          upperY={config.upperY}
          verticalLegend={config.verticalLegend}
        />
      )}
    </WidgetFrame>
  )
}
