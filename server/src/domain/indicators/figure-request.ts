import type { IndicatorRequest } from '#server/domain/figures/expressions/indicators.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Indicator } from './indicator.ts'

/** A request for indicators: the caller, their access, and the requested path. */
export interface FigureRequest {
  ctx: Ctx
  access: SurveyAccess
  requested: RequestedPath
}

/** An indicator in the form that `figures` and `aggregate` take. */
export function indicatorRequest(indicator: Indicator): IndicatorRequest {
  return { key: indicator.name, expression: indicator.expression ?? 'count()', where: indicator.where ?? undefined }
}
