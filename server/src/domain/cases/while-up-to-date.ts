import type { AggregateDeps } from '#server/domain/figures/aggregate.ts'
import { AppError } from '#server/platform/errors.ts'

/** What the figures' store answers of a survey; null where it lacks changes, or while the survey itself is being changed. */
export async function whileUpToDate<Found>(
  { analytics }: Pick<AggregateDeps, 'analytics'>,
  surveyId: number,
  ask: () => Promise<Found>,
): Promise<Found | null> {
  if (!(await analytics.feed.isUpToDate(surveyId))) return null
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  }
}
