import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

/** Keeps a path; the same path of a survey keeps its id. */
export async function writeStoredPath(ctx: Ctx, stored: { id: string; surveyId: number; path: string }): Promise<void> {
  await sql`
    INSERT INTO stored_path (id, survey_id, path) VALUES (${stored.id}, ${stored.surveyId}, ${stored.path})
    ON CONFLICT (id) DO NOTHING`.execute(ctx.db)
}

/** The path kept under an id, or undefined. */
export async function findStoredPath(ctx: Ctx, surveyId: number, id: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('stored_path')
    .select('path')
    .where('id', '=', id)
    .where('survey_id', '=', surveyId)
    .executeTakeFirst()
  return row?.path
}
