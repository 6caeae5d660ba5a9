import type { IndicatorRequest } from '../../platform/analytics/indicators.ts'
import type { WidgetRequest } from '../widget-server.ts'
import type { Indicator } from './indicator.ts'

/** What figures need of a widget's request. */
export type FigureRequest = Pick<WidgetRequest<unknown>, 'ctx' | 'access' | 'requested'>

/** An indicator as the analytics take it. */
export function indicatorRequest(indicator: Indicator): IndicatorRequest {
  return { key: indicator.name, expression: indicator.expression ?? 'count()', where: indicator.where ?? undefined }
}
