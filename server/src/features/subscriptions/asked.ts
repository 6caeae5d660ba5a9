import type { createSubscription } from '@gensvar/contract/subscriptions'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { prepareReport, reports } from '#server/features/reports/service.ts'
import type { AskedReport, CheckedReport, Report } from '#server/features/reports/service.ts'
import { AppError } from '#server/platform/errors.ts'

type Body = z.output<typeof createSubscription.body>

/** What a report is asked for with, as it is stored; its kind reads it. */
export function askedOf({
  drillPath,
  format,
  report,
  component,
}: Pick<Body, 'drillPath' | 'format' | 'report' | 'component'>): object {
  return { drillPath, format, ...(report !== null && { report }), ...(component !== null && { component }) }
}

/**
 * Checks that the caller may have a subscribed report now. Throws `validation` where this kind cannot be asked so, and
 * `forbidden` or `not_found` where the survey does not offer it, or not to them.
 */
export function checkSubscribed(ctx: Ctx, survey: string, kind: string, asked: unknown): Promise<CheckedReport> {
  const report = Object.values(reports).find(({ name }) => name === kind)
  if (!report) throw new AppError('not_found', say`This report does not exist any more.`)
  return check(ctx, survey, report as Report<AskedReport>, asked)
}

async function check<Asked extends AskedReport>(
  ctx: Ctx,
  survey: string,
  report: Report<Asked>,
  asked: unknown,
): Promise<CheckedReport> {
  await ctx.authorise(ctx, report.kind.route, { survey })
  const read = report.kind.asked.safeParse(asked)
  if (!read.success)
    throw new AppError('validation', say`This report cannot be subscribed to in this format.`, {
      format: say`not offered`,
    })
  return prepareReport(ctx, report, survey, read.data)
}
