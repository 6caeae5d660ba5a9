import { useLocalText } from '#web/lib/local-text.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import { isEmptyChart } from '#web/ui/charts/chart-view.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import classes from '#web/widgets/bars/bar-chart.module.css'
import { FigureChart } from '#web/widgets/figure-details/figure-chart.tsx'
import { NoData } from '#web/widgets/no-data.tsx'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { Withheld } from '#web/widgets/withheld.tsx'

/** Height of a chart, in pixels. */
const height = 260

/** Each indicator and its base over the years. */
export function YearCharts({ component }: { component: string }) {
  const text = useLocalText()
  const about = useAbout()
  const query = useWidgetData('benchmark', 'chart', component, { period: 'years' })
  return (
    <DataState query={query} height={height}>
      {({ charts }) =>
        charts.map(({ title, chart }, index) => (
          <section key={index} aria-label={text(title)}>
            <h3 className={classes['heading']}>{text(title)}</h3>
            {!isEmptyChart(chart) ? (
              <FigureChart data={chart} about={about} period="years" height={height} title={text(title)} />
            ) : chart.withheld ? (
              <Withheld why={chart.withheld} compact />
            ) : (
              <NoData compact />
            )}
          </section>
        ))
      }
    </DataState>
  )
}
