import type { IndicatorRequest } from '#server/domain/figures/expressions/indicators.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Indicator } from './indicator.ts'

/** Who asks for figures, and about which rows. */
export interface FigureRequest {
  ctx: Ctx
  access: SurveyAccess
  requested: RequestedPath
}

/** An indicator as the analytics take it. */
export function indicatorRequest(indicator: Indicator): IndicatorRequest {
  return { key: indicator.name, expression: indicator.expression ?? 'count()', where: indicator.where ?? undefined }
}
