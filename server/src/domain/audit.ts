import type { Ctx } from './context.ts'

/** An entry of the audit log; who, where and for whom come from the request. No answers of respondents in `details`. */
export interface AuditEntry {
  /** What was done, as `thing.act`. */
  action: string
  surveyId?: number
  /** What it was done to. */
  object?: string
  details?: Record<string, unknown>
}

/** Writes down who did what. With `ctx.db` a transaction, the entry stands or falls with it. */
export async function writeAudit(ctx: Pick<Ctx, 'db' | 'identity' | 'requestId'>, entry: AuditEntry): Promise<void> {
  await ctx.db
    .insertInto('audit')
    .values({
      action: entry.action,
      survey_id: entry.surveyId ?? null,
      universe_id: ctx.identity.universe?.id ?? null,
      user_id: ctx.identity.userId,
      actor_user_id: ctx.identity.actor?.userId ?? null,
      object: entry.object ?? '',
      details: JSON.stringify(entry.details ?? {}),
      request_id: ctx.requestId,
    })
    .execute()
}
