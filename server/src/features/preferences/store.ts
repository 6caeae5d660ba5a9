import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { personAtScreen } from '#server/domain/rights/acting-access.ts'
import type { WriteTx } from '#server/domain/write.ts'

/** The preferences of the person who signed in for a survey (0 = across surveys), by key. */
export async function listPreferenceRows(ctx: Ctx, surveyId: number): Promise<Record<string, unknown>> {
  const rows = await ctx.db
    .selectFrom('user_preference')
    .select(['key', 'value'])
    .where('user_id', '=', personAtScreen(ctx.identity))
    .where('survey_id', 'in', [0, surveyId])
    .orderBy('survey_id')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.key, row.value]))
}

/** Sets one preference. */
export async function savePreferenceRow(tx: WriteTx, surveyId: number, key: string, value: unknown): Promise<void> {
  await sql`
    INSERT INTO user_preference (user_id, survey_id, key, value)
    VALUES (${personAtScreen(tx.identity)}, ${surveyId}, ${key}, ${JSON.stringify(value ?? null)}::jsonb)
    ON CONFLICT (user_id, survey_id, key) DO UPDATE SET value = excluded.value`.execute(tx.db)
}
