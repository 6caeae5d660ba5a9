import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** How far the task is that computes a survey's weights, in percent; null where none is unfinished. */
export async function readProgress(db: Kysely<Database>, surveyId: number): Promise<number | null> {
  const task = await db
    .selectFrom('task')
    .where('type', '=', 'WEIGH_RESPONSES')
    .where('survey_id', '=', surveyId)
    .where('state', 'not in', ['CLOSED', 'FAILED', 'PAUSED'])
    .select('progress')
    .executeTakeFirst()
  if (!task) return null
  const { done = 0, total } = task.progress ?? {}
  return total ? Math.min(100, Math.round((100 * done) / total)) : 0
}
