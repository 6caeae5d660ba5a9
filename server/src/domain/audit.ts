import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import type { Identity } from './rights/identity.ts'

/** An entry of the audit log; who, where and for whom come from the context. No answers of respondents in `details`. */
export interface AuditEntry {
  /** What was done, as `thing.act`. */
  action: string
  surveyId?: number
  /** The universe it was done in, where this is not the caller's. */
  universeId?: number | null
  /** What it was done to. */
  object?: string
  details?: Record<string, unknown>
  /** Who did it, where the context cannot say: signing in, or setting a password by a link. */
  by?: { userId: number | null; actorUserId?: number | null }
}

/** What writing an entry needs of a context. */
export interface AuditContext {
  db: Kysely<Database>
  /** Null when the caller is not signed in. */
  identity: Identity | null
  requestId: string
}

/** A statement has a limited number of values. */
const writtenAtOnce = 1000

/**
 * Writes entries of the audit log. Only for acts that change no rows, such as viewing something: code that changes
 * rows calls `tx.audit` in a `write`, which commits both together.
 */
export async function writeAudit(ctx: AuditContext, ...entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => rowOf(ctx, entry))
  for (let at = 0; at < rows.length; at += writtenAtOnce)
    await ctx.db
      .insertInto('audit')
      .values(rows.slice(at, at + writtenAtOnce))
      .execute()
}

function rowOf({ identity, requestId }: AuditContext, entry: AuditEntry) {
  const by = entry.by ?? authorOf(identity)
  const universeId = entry.universeId === undefined ? identity?.universe?.id : entry.universeId
  return {
    action: entry.action,
    survey_id: entry.surveyId ?? null,
    universe_id: universeId ?? null,
    user_id: by.userId,
    actor_user_id: by.actorUserId ?? null,
    program: identity?.program ?? (identity?.key ? `key ${identity.key.name}` : ''),
    object: entry.object ?? '',
    details: JSON.stringify(entry.details ?? {}),
    request_id: requestId,
  }
}

function authorOf(identity: Identity | null): NonNullable<AuditEntry['by']> {
  if (identity === null || identity.program !== null) return { userId: null }
  return { userId: identity.userId, actorUserId: identity.actor?.userId ?? null }
}
