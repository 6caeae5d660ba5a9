import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import type { WriteTx } from '#server/domain/write.ts'

/** A recorded failure as stored. */
export interface BugRow {
  count: number
  message: string
  username: string
  last_at: Date
}

/** Failures of a survey and those that belong to no survey, newest first; 200 at most. */
export async function listBugRows(ctx: Ctx, surveyId: number): Promise<BugRow[]> {
  return ctx.db
    .selectFrom('bug')
    .select(['count', 'message', 'username', 'last_at'])
    .where((where) => where.or([where('survey_id', '=', surveyId), where('survey_id', 'is', null)]))
    .orderBy('last_at', 'desc')
    .limit(200)
    .execute()
}

/** Deletes the rows `listBugRows` lists; returns how many there were. */
export async function clearBugRows(tx: WriteTx, surveyId: number): Promise<number> {
  const result = await tx.db
    .deleteFrom('bug')
    .where((where) => where.or([where('survey_id', '=', surveyId), where('survey_id', 'is', null)]))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Records a failure once per fingerprint; repeats only raise its count. */
export async function reportBugRow(
  tx: WriteTx,
  bug: { surveyId: number; universeId: number; fingerprint: string; message: string },
): Promise<void> {
  await sql`
    INSERT INTO bug (survey_id, universe_id, fingerprint, message, username)
    VALUES (${bug.surveyId}, ${bug.universeId}, ${bug.fingerprint}, ${bug.message}, ${nameOf(tx.identity)})
    ON CONFLICT (coalesce(survey_id, 0), fingerprint)
    DO UPDATE SET count = bug.count + 1, last_at = now(), username = excluded.username`.execute(tx.db)
}
