import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { wakeSending } from '../sending/bulk-mail-task.ts'

/** Starts campaigns whose time has come. Returns how many. */
export async function startScheduled(ctx: Ctx, surveyId: number | null): Promise<number> {
  const now = ctx.clock.now()
  const due = await ctx.db
    .selectFrom('campaign')
    .select('id')
    .where('state', '=', 'CREATED')
    .where('scheduled_start', '<=', now)
    .$if(surveyId !== null, (query) => query.where('survey_id', '=', surveyId ?? 0))
    .limit(1)
    .execute()
  if (due.length === 0) return 0
  return write(ctx, async (tx) => {
    const { rows } = await sql<{ survey_id: number; universe_id: number; ext_name: string }>`
      update campaign c set state = 'STARTED', started_at = ${now}, state_reason = null, updated_at = ${now}
        from survey s
       where s.id = c.survey_id and c.state = 'CREATED' and c.scheduled_start <= ${now}
         and (${surveyId}::int is null or c.survey_id = ${surveyId})
      returning c.survey_id, s.universe_id, c.ext_name`.execute(tx.db)
    await tx.audit(
      ...rows.map((row) => ({
        action: 'campaign.start',
        surveyId: row.survey_id,
        universeId: row.universe_id,
        object: row.ext_name,
      })),
    )
    if (rows.length > 0) await wakeSending(tx)
    return rows.length
  })
}
