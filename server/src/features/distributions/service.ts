import type { getDistribution as route } from '@gensvar/contract/distributions'
import type { Distribution } from '@gensvar/contract/entities/distribution'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { distributionOf } from '#server/domain/distributions/distribution.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'

/**
 * How the answers behind an indicator or question are spread at a place, over the period of the path and all time without
 * one. Throws `validation` for a figure that has no such answers.
 */
export async function getDistribution(
  ctx: Ctx,
  { survey, indicator, drillPath }: z.output<typeof route.params>,
  { question, by, detail }: z.output<typeof route.query>,
): Promise<Distribution> {
  const access = await surveyAccess(ctx, survey)
  const requested = await requestedPath(ctx, access, drillPath)
  const request = { ctx, access, requested }
  return distributionOf(request, { name: indicator, question, by, isDetailed: detail === 'answers' })
}
