import { sql } from 'kysely'
import type { TaskState } from '@gensvar/contract/entities/tasks'
import type { Ctx } from '#server/domain/context.ts'
import { ofDays } from '#server/domain/respondents/protect-many.ts'
import type { Days } from '#server/domain/respondents/protect-many.ts'
import type { StoredProgress, StoredWords } from '#server/platform/db-task-types.ts'
import type { ProtectionPayload } from './protection-task.ts'

/** Most tasks that are listed. */
const mostListed = 20

/** A task that anonymises or erases. */
interface TaskRow {
  id: number
  state: TaskState
  created: Date
  reason: StoredWords | null
  progress: StoredProgress | null
  payload: ProtectionPayload
}

/** The latest tasks of a survey that anonymise or erase, newest first. */
export async function listProtectionTasks({ db }: Ctx, surveyId: number): Promise<TaskRow[]> {
  const rows = await db
    .selectFrom('task')
    .select(['id', 'state', 'created', 'reason', 'progress', 'payload'])
    .where('type', '=', 'ANONYMIZE_DATA')
    .where('survey_id', '=', surveyId)
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({ ...row, payload: row.payload as unknown as ProtectionPayload }))
}

/** Whether a task is one of these. */
export async function findProtectionTask({ db }: Ctx, surveyId: number, taskId: number): Promise<boolean> {
  const row = await db
    .selectFrom('task')
    .select('id')
    .where('id', '=', taskId)
    .where('type', '=', 'ANONYMIZE_DATA')
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  return row !== undefined
}

/** How much there is to anonymise in the responses of some days: `answers` by variable. */
export async function countAnonymised(
  { db }: Pick<Ctx, 'db'>,
  surveyId: number,
  days: Days,
  variables: readonly string[],
): Promise<{
  contacts: number
  keys: number
  comments: number
  alerts: number
  answers: Record<string, number>
}> {
  const { rows } = await sql<{ contacts: number; keys: number; comments: number; alerts: number }>`
    select count(*) filter (where r.contact <> '{}') as contacts,
           count(r.foreign_id) as keys,
           coalesce(sum((select count(*) from response_comment c where c.response_id = r.id)), 0) as comments,
           coalesce(sum((select count(*) from alert a where a.response_id = r.id)), 0) as alerts
      from response r where ${ofDays(surveyId, days)}`.execute(db)
  const { rows: answers } = await sql<{ variable: string; n: number }>`
    select v.variable, count(*) as n
      from response r join unnest(${[...variables]}::text[]) as v(variable) on r.answers ? v.variable
     where ${ofDays(surveyId, days)} group by v.variable`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('unreachable')
  return { ...counts, answers: Object.fromEntries(answers.map(({ variable, n }) => [variable, n])) }
}
