import type { AuditContext, AuditEntry } from './audit.ts'
import { writeAudit } from './audit.ts'
import type { Ctx } from './context.ts'
import { appendChange, appendSurveyChange, appendUnitChange } from './figures/feed/change-log.ts'
import { noteLastWrite } from './rights/sessions.ts'
import { withTransaction } from '#server/platform/postgres.ts'
import type { Work } from '#server/platform/work.ts'

/** What a write needs of a context: the database, and who is writing. */
export interface WriteContext extends AuditContext {
  /** The request's time limit; left out for the program's own work. */
  work?: Work | undefined
}

/** What a write offers besides `db`, its transaction. */
interface Writing {
  /** Adds entries to the audit log. */
  audit(...entries: readonly AuditEntry[]): Promise<void>
  /**
   * Logs that responses (or their alerts, sendings or text results) changed, so that the figures are updated. Returns
   * the transaction's number, for `ChangeFeed.waitFor`.
   */
  changed(surveyId: number, responseIds: readonly number[]): Promise<number>
  /** Logs that a survey's metadata, units or many of its responses changed. Returns as `changed` does. */
  surveyChanged(surveyId: number): Promise<number>
  /**
   * Logs that units changed, and that of the responses of these lowest units (none, where only titles or the like
   * changed) nothing changed but their place and their answers to its levels. Returns as `changed` does.
   */
  unitsChanged(surveyId: number, leafIds: readonly number[]): Promise<number>
}

/** The context inside a write. Store functions that change rows take it instead of a `Ctx`. */
export type WriteTx<C extends WriteContext = Ctx> = C & Writing

/**
 * The only way to change rows: `work` gets the context with a transaction as `db`. The rows, their audit entry and
 * their entry in the change log are committed together; a throw rolls all of it back. Figures that the same session
 * requests afterwards wait until they include the changes. Called inside a write, it joins that one. A request whose time
 * is up, and which is answered so, changes nothing.
 */
export async function write<C extends WriteContext, R>(ctx: C, work: (tx: WriteTx<C>) => Promise<R>): Promise<R> {
  if (isWriting(ctx)) return work(ctx)
  let last: number | null = null
  const result = await withTransaction<C, R>(ctx, async (inner) => {
    const { db } = inner
    const tx: WriteTx<C> = {
      ...inner,
      audit: (...entries) => writeAudit(inner, ...entries),
      changed: async (surveyId, responseIds) => (last = await appendChange(db, surveyId, responseIds)),
      surveyChanged: async (surveyId) => (last = await appendSurveyChange(db, surveyId)),
      unitsChanged: async (surveyId, leafIds) => (last = await appendUnitChange(db, surveyId, leafIds)),
    }
    const result = await work(tx)
    // Last, because this locks the session's row, which every request of the session may update.
    if (last !== null) await noteLastWrite(inner)
    if (ctx.work && Date.now() >= ctx.work.endsAt) ctx.work.signal.throwIfAborted()
    return result
  })
  const known = ctx.identity?.lastWrite
  if (known && last !== null) known.xid = Math.max(last, known.xid ?? 0)
  return result
}

function isWriting<C extends WriteContext>(ctx: C): ctx is WriteTx<C> {
  return 'surveyChanged' in ctx
}
