import { sql } from 'kysely'
import type { WriteTx } from '#server/domain/write.ts'

/** Maximum number of stored paths of a user in a survey; beyond it the least recently used are deleted. */
export const maxStoredPaths = 200

/** Stores a path; the same path of a survey has one id, whoever stores it. */
export async function storePathRow(
  { db, identity }: WriteTx,
  stored: { id: string; surveyId: number; path: string },
): Promise<void> {
  const { userId } = identity
  await sql`
    INSERT INTO stored_path (id, survey_id, user_id, path)
    VALUES (${stored.id}, ${stored.surveyId}, ${userId}, ${stored.path})
    ON CONFLICT (id) DO UPDATE SET used_at = now()`.execute(db)
  await sql`
    DELETE FROM stored_path
    WHERE id IN (
      SELECT id FROM stored_path WHERE user_id = ${userId} AND survey_id = ${stored.surveyId}
      ORDER BY used_at DESC, id <> ${stored.id}, created_at DESC
      OFFSET ${maxStoredPaths})`.execute(db)
}
