import { chartOf, firstPeriod } from '#server/widgets/shared/chart.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'
import { levelChanges } from './level-changes.ts'

/** Figures of a development chart: its indicators over the chosen periods. */
export const developmentChart: WidgetServer<'development-chart'> = {
  async data(request, { period }) {
    const { variables, customPeriods, periods, showInterviews } = request.config
    const indicators = variables.map((name) => indicatorOf(request.access.model, name))
    const chosen = period ?? (await firstPeriod(request, periods)) ?? customPeriods[0]?.extname ?? 'months'
    const data = await chartOf(request, indicators, chosen, customPeriods, showInterviews)
    const series = data.series.map((one) => ({ ...one, changes: levelChanges(one, data.states) }))
    return { ...data, series }
  },
}
