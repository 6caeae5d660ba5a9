import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { TaskState } from '@gensvar/contract/entities/tasks'
import type { Database } from '#server/platform/db-types.ts'
import type { StoredProgress, StoredWords } from '#server/platform/db-task-types.ts'

/** A task that evaluates the actions of one survey. */
export interface EvaluationRun {
  state: TaskState
  progress: StoredProgress | null
  result: unknown
  reason: StoredWords | null
}

/** The task of a survey with a UUID; undefined where there is none. */
export function findEvaluation(
  db: Kysely<Database>,
  { surveyId, uuid }: { surveyId: number; uuid: string },
): Promise<EvaluationRun | undefined> {
  return db
    .selectFrom('task')
    .select(['state', 'progress', 'result', 'reason'])
    .where('type', '=', 'EVALUATE_ACTIONS')
    .where('survey_id', '=', surveyId)
    .where(sql<boolean>`payload->>'uuid' = ${uuid}`)
    .executeTakeFirst()
}

/** The UUID of a task. */
export async function uuidOfTask(db: Kysely<Database>, taskId: number): Promise<string> {
  const { uuid } = await db
    .selectFrom('task')
    .select(sql<string>`payload->>'uuid'`.as('uuid'))
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  return uuid
}
