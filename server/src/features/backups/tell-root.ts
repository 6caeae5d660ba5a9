import { sql } from 'kysely'
import { tellUsers } from '#server/domain/notices/tell.ts'
import type { TellContext } from '#server/domain/notices/tell.ts'
import type { WriteTx } from '#server/domain/write.ts'

/**
 * Tells root of a backup that failed, each of them once. A notice belongs to a survey: one of the organisation that the user
 * was in last, else of any.
 */
export async function tellRoot(tx: WriteTx<TellContext>, runId: number): Promise<void> {
  const { rows } = await sql<{ userId: number; universeId: number; surveyId: number }>`
    select u.id as "userId", s.universe_id as "universeId", s.id as "surveyId"
      from app_user u
     cross join lateral (
       select survey.id, survey.universe_id from survey
        order by survey.universe_id is not distinct from (
                   select universe_id from session where user_id = u.id and universe_id is not null
                    order by id desc limit 1) desc,
                 survey.id
        limit 1) s
     where u.is_root and u.status <> 1
     order by u.id`.execute(tx.db)
  for (const [surveyId, some] of Map.groupBy(rows, (row) => row.surveyId)) {
    const universeId = some[0]?.universeId ?? 0
    const tellings = some.map(({ userId }) => ({ userId, objectId: runId }))
    await tellUsers(tx, { id: surveyId, universeId }, { event: 'backup-failed', kind: 'backup' }, tellings)
  }
}
