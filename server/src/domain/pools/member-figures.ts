import { EVENT_DATE } from '@gensvar/contract/conditions'
import { poolScaleOf } from '@gensvar/contract/configuration/pool'
import { leastAnswers } from '@gensvar/contract/pools'
import type { Ctx } from '#server/domain/context.ts'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { findSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PoolFigure, PoolRow } from './pool-store.ts'
import { listSurveyIds } from './pool-store.ts'

interface Asked {
  pool: PoolRow
  universeId: number
  /** The pool's indicators that are asked for. */
  indicators: PoolRow['indicators']
  span: { from: string; to: string }
}

/**
 * The figures that an organisation takes part with: of each indicator that of its survey with the most answers. A survey that
 * cannot be read is logged and takes no part. Throws `unavailable` where figures cannot be computed right now.
 */
export async function memberFigures(ctx: Ctx, asked: Asked): Promise<PoolFigure[]> {
  const best = new Map<string, PoolFigure>()
  for (const surveyId of await listSurveyIds(ctx.db, asked.universeId)) {
    for (const figure of await surveyFigures(ctx, surveyId, asked)) {
      const before = best.get(figure.indicator)
      if (!before || figure.n > before.n) best.set(figure.indicator, figure)
    }
  }
  return [...best.values()]
}

async function surveyFigures(ctx: Ctx, surveyId: number, asked: Asked): Promise<PoolFigure[]> {
  try {
    const model = await findSurveyModelById(ctx, surveyId)
    const parts = model ? takingPart(model, asked) : []
    if (!model || parts.length === 0) return []
    const values = await valuesOf(ctx, model, parts, asked.span)
    return parts.flatMap(({ common, indicator }, at): PoolFigure[] => {
      const { value = null, n = 0 } = values[at] ?? {}
      // A figure that does not keep to its scale is on another one.
      const least = scaleOf(indicator) === 'balance' ? -100 : 0
      if (value === null || n < leastAnswers || value < least || value > 100) return []
      return [{ universeId: asked.universeId, indicator: common, surveyId, value: Math.round(value * 10) / 10, n }]
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') throw error
    ctx.log.error({ err: error, surveyId }, 'a survey could not take part in a pool')
    return []
  }
}

/** The indicators of a survey that take part, with what the pool calls them: on the pool's scale. */
function takingPart(model: SurveyModel, { pool, indicators }: Asked): { common: string; indicator: Indicator }[] {
  const { config } = model
  if (config.pool?.name !== pool.name) return []
  return Object.entries(config.pool.indicators).flatMap(([name, common]) => {
    if (!Object.hasOwn(config.indicators, name)) return []
    const indicator = indicatorOf(model, name)
    const isSame = indicators.some((one) => one.name === common && one.scale === scaleOf(indicator))
    return indicator.expression !== null && isSame ? [{ common, indicator }] : []
  })
}

function scaleOf({ minValue, maxValue, unit, expression }: Indicator) {
  return poolScaleOf({
    minValue: minValue ?? undefined,
    maxValue: maxValue ?? undefined,
    unit: unit ?? undefined,
    expression: expression ?? undefined,
  })
}

/**
 * Indicators over the whole survey: the mean of the figures that it publishes of single quarters, by their answers. Quarters,
 * because an anonymous survey publishes no figure of four of them.
 */
async function valuesOf(
  ctx: Ctx,
  model: SurveyModel,
  parts: readonly { indicator: Indicator }[],
  span: { from: string; to: string },
): Promise<{ value: number | null; n: number }[]> {
  const { compareScope } = await programAccess(ctx, model)
  const { rows } = await aggregate(ctx, model, compareScope, {
    conditions: [{ kind: 'dates', variable: EVENT_DATE, ...span }],
    by: { period: 'quarters' },
    indicators: parts.map(({ indicator }) => indicatorRequest(indicator)),
  })
  return parts.map((_, at) => {
    const shown = rows.flatMap(({ values }) => {
      const { value = null, n = 0, suppressed = true } = values[at] ?? {}
      return suppressed || value === null || n === 0 ? [] : [{ value, n }]
    })
    const n = shown.reduce((sum, one) => sum + one.n, 0)
    return { n, value: n === 0 ? null : shown.reduce((sum, one) => sum + one.value * one.n, 0) / n }
  })
}
