import { createHash } from 'node:crypto'
import type { bug } from '@gensvar/contract/entities/shell'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { listBugRows, reportBugRow, clearBugRows } from './store.ts'

/** Failures recorded for a survey, newest first. */
export async function listBugs(ctx: Ctx, survey: string): Promise<{ bugs: z.infer<typeof bug>[] }> {
  const { model } = await surveyAccess(ctx, survey)
  const rows = await listBugRows(ctx, model.id)
  return {
    bugs: rows.map((row) => ({
      count: row.count,
      message: row.message,
      user: row.username,
      datetime: row.last_at.toISOString(),
    })),
  }
}

/** Deletes the recorded failures of a survey; returns how many there were. */
export async function clearBugs(ctx: Ctx, survey: string): Promise<{ cleared: number }> {
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    const cleared = await clearBugRows(tx, model.id)
    await tx.audit({ action: 'bugs.clear', surveyId: model.id, details: { cleared } })
    return { cleared }
  })
}

/** Records a failure a browser saw. */
export async function reportBug(ctx: Ctx, survey: string, message: string): Promise<{ ok: true }> {
  const { model } = await surveyAccess(ctx, survey)
  const fingerprint = createHash('sha256').update(`browser ${message}`).digest('hex').slice(0, 32)
  const bug = { surveyId: model.id, universeId: model.universeId, fingerprint, message }
  await write(ctx, (tx) => reportBugRow(tx, bug))
  return { ok: true }
}
