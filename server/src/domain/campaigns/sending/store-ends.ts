import { sql } from 'kysely'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'

/** What became of a claimed message, or when it is tried again. */
export type End =
  | { state: 'SENT' }
  | { state: 'UNKNOWN'; reason: StoredWords }
  /** `isRefused`: because of the address, for good. */
  | { state: 'FAILED'; reason: StoredWords; isRefused: boolean }
  /** `isTried`: it was handed over and refused for now; any other claim does not count as an attempt. */
  | { state: 'PENDING'; reason: StoredWords | null; sendAt: Date | null; isTried: boolean }

/** A claimed message; only the holder of its token can say what became of it. */
export interface HeldMessage {
  id: number
  token: string
  surveyId: number
  responseId: number
  /** The way it goes. */
  channel: MessageWay
}

/**
 * Stores what became of claimed messages, with their entries in the change feed. Returns the ids of those it is stored of:
 * one whose claim had expired stays as it is.
 */
export async function storeEnds(
  tx: WriteTx<WriteContext & { clock: Clock }>,
  ends: readonly (HeldMessage & { end: End })[],
): Promise<Set<number>> {
  if (ends.length === 0) return new Set()
  const now = tx.clock.now()
  const given = ends.map(({ id, token, channel, end }) => ({
    ...{ id, token, channel, state: end.state },
    ...('reason' in end && end.reason && { reason: end.reason }),
    ...(end.state === 'PENDING' && { send_at: end.sendAt, back: end.isTried ? 0 : 1 }),
  }))
  const { rows } = await sql<{ id: number }>`
    update recipient r
       set state = e.state, run_token = null, lease_until = null, updated_at = ${now}::timestamptz, reason = e.reason,
           sent_at = case when e.state = 'SENT' then ${now}::timestamptz else r.sent_at end,
           -- The campaign may have got further ways meanwhile.
           channel = case when e.state = 'PENDING' then coalesce(r.channel, e.channel) else r.channel end,
           send_at = coalesce(e.send_at, r.send_at), attempts = r.attempts - coalesce(e.back, 0)
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
           as e (id bigint, token uuid, channel text, state text, send_at timestamptz, back int, reason jsonb)
     where r.id = e.id and r.run_token = e.token and r.state = 'SENDING'
    returning r.id`.execute(tx.db)
  const stored = new Set(rows.map(({ id }) => id))
  // What waits again is what it was before it was claimed.
  const changed = ends.filter(({ id, end }) => stored.has(id) && end.state !== 'PENDING')
  for (const [surveyId, own] of Map.groupBy(changed, (one) => one.surveyId))
    await tx.changed(
      surveyId,
      own.map(({ responseId }) => responseId),
    )
  return stored
}
