import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { overviewOf } from '#server/widgets/global-overview/query.ts'

/** The caller's global overview. Throws `forbidden` for somebody else's. */
export async function getGlobalOverview(ctx: Ctx, username: string, timeSpan: string): Promise<GlobalOverview> {
  if (username !== ctx.identity.username) throw new AppError('forbidden', say`You can open your own overview only.`)
  return overviewOf(ctx, timeSpan === '-' ? null : timeSpan)
}
