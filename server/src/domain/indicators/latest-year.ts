import type { Ctx } from '#server/domain/context.ts'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'

/** The latest year of which the caller may see answers; null without any, and while figures are unavailable. */
export async function latestYearOf(ctx: Ctx, access: SurveyAccess): Promise<number | null> {
  try {
    const { rows } = await aggregate(ctx, access.model, access.caseScope, {
      conditions: [],
      by: { period: 'years' },
      indicators: [{ key: 'n', expression: 'count()' }],
    })
    const years = rows.filter(({ key, values }) => key.id !== null && (values[0]?.value ?? 0) > 0)
    return years.reduce<number | null>((latest, { key }) => Math.max(latest ?? 0, Number(key.name)), null)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  }
}
