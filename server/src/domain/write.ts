import type { AuditContext, AuditEntry } from './audit.ts'
import { writeAudit } from './audit.ts'
import type { Ctx } from './context.ts'
import { appendChange, appendSurveyChange } from './figures/feed/change-log.ts'
import { noteLastWrite } from './rights/sessions.ts'
import { withTransaction } from '#server/platform/postgres.ts'

/** What a write needs of a context: the database, and who stands behind it. */
export type WriteContext = AuditContext

/** What can be done in a write, besides changing rows through `db`, which is its transaction. */
interface Writing {
  /** Adds an entry to the audit log. */
  audit(entry: AuditEntry): Promise<void>
  /**
   * Notes that responses changed (they, their alerts, their sendings or their text results), so that figures follow.
   * Returns the transaction's number, for `ChangeFeed.waitFor`.
   */
  changed(surveyId: number, responseIds: readonly number[]): Promise<number>
  /** Notes that a survey's metadata, units or many of its responses changed. Returns as `changed` does. */
  surveyChanged(surveyId: number): Promise<number>
}

/** The context inside a write. A store's function that changes rows takes it in place of a `Ctx`. */
export type WriteTx<C extends WriteContext = Ctx> = C & Writing

/**
 * The one way to change rows: `work` gets the context with `db` replaced by a transaction, in which the rows, their audit
 * entry and their entry in the change feed are committed together; a throw undoes all of it. Figures that the same
 * session asks for afterwards wait for what `changed` and `surveyChanged` noted. Inside a write already, it joins that one.
 */
export async function write<C extends WriteContext, R>(ctx: C, work: (tx: WriteTx<C>) => Promise<R>): Promise<R> {
  if (isWriting(ctx)) return work(ctx)
  let last: number | null = null
  const result = await withTransaction<C, R>(ctx, async (inner) => {
    const { db } = inner
    const tx: WriteTx<C> = {
      ...inner,
      audit: (entry) => writeAudit(inner, entry),
      changed: async (surveyId, responseIds) => (last = await appendChange(db, surveyId, responseIds)),
      surveyChanged: async (surveyId) => (last = await appendSurveyChange(db, surveyId)),
    }
    const result = await work(tx)
    // At the end, because the session's row is locked from here on, and every request of the session may prolong it.
    if (last !== null) await noteLastWrite(inner)
    return result
  })
  const known = ctx.identity?.lastWrite
  if (known && last !== null) known.xid = Math.max(last, known.xid ?? 0)
  return result
}

function isWriting<C extends WriteContext>(ctx: C): ctx is WriteTx<C> {
  return 'surveyChanged' in ctx
}
