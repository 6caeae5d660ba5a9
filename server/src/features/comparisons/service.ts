import type { getComparison as route } from '@gensvar/contract/comparisons'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { comparedFigures, comparedSides } from './compared-sides.ts'

export { comparedFigures, comparedSides } from './compared-sides.ts'
export type { ComparedFigure } from './compared-sides.ts'

/**
 * How the figures of a page differ at `vs` from those at the drill path. Both sides are asked for as the page asks for them,
 * and what is told of both follows from what is shown of each. Throws as `requestedPath` does, for either side.
 */
export async function getComparison(
  ctx: Ctx,
  survey: string,
  drillPath: string,
  { vs, ...asked }: z.output<typeof route.query>,
): Promise<z.input<typeof route.response>> {
  const access = await surveyAccess(ctx, survey)
  const sides = await comparedSides(ctx, access, asked, { drillPath, vs })
  const { a, b, figures } = await comparedFigures(ctx, access, sides)
  return { a, b, share: sides.share, differences: figures.map(({ told }) => told) }
}
