import { differenceOf, figuresOf, requestedSpan } from '#server/domain/indicators/figures.ts'
import { indicatorVariableOf } from '#server/domain/indicators/indicator-variable.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import { spanText } from '#server/domain/indicators/period.ts'
import { runningSpanText } from '#server/domain/indicators/running.ts'
import { comparedSpanOf } from '#server/domain/indicators/trend-span.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Indicators with their change since the period before, or since a year earlier, whatever their own base is. */
export const delta: WidgetServer<'delta'> = {
  async data(request) {
    const { config, access, requested } = request
    const compared = await comparedSpanOf(request, config.trend)
    const indicators = config.variables.map((name) => ({
      ...indicatorOf(access.model, name),
      base: 'trend' as const,
    }))
    const figures = await figuresOf(request, indicators, compared)
    return {
      selectionTime: runningSpanText(requestedSpan(request), requested.today),
      trendTime: compared && spanText(compared),
      rows: figures.map((figure) => ({
        ...indicatorVariableOf(request, figure),
        diff: differenceOf(figure),
        valueTrend: figure.base?.value ?? null,
      })),
    }
  },
}
