import { say } from '@gensvar/contract/say'
import { noticeOfAlerts, noticeOfMentions } from '#server/domain/notices/alert-notices.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { noteAlerts } from '#server/domain/webhooks/note.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { demandHandling } from './alert-rights.ts'
import { lockAlertRows, updateAlertRows } from './alert-store.ts'
import { canHaveAlerts } from './possible-owners.ts'
import { readAlerts } from './read-alerts.ts'

/**
 * Gives alerts to a user, all or none; those that they have already stay as they are. States are kept. Returns how many
 * changed hands. Throws `forbidden` for callers who may not handle alerts, `not_found` where they may not open one of
 * them, `validation` at `userId` for somebody who cannot have them.
 */
export async function assignAlerts(
  tx: WriteTx,
  access: SurveyAccess,
  alertIds: readonly number[],
  { userId, comment }: { userId: number; comment: string },
): Promise<number> {
  demandHandling(access)
  const { model } = access
  await lockAlertRows(tx, model.id, alertIds)
  const alerts = await readAlerts(tx, access, alertIds)
  if (!(await canHaveAlerts(tx, access, alerts, userId)))
    throw new AppError('validation', say`This user may not handle these alerts, or not see them all.`, {
      userId: say`cannot have these alerts`,
    })
  const changed = alerts.filter(({ ownerId }) => ownerId !== userId)
  if (changed.length === 0) return 0
  await updateAlertRows(
    tx,
    changed.map(({ id }) => id),
    { event: 'assigned', comment: comment.trim(), ownerId: userId },
  )
  const given = changed.map((alert) => ({ ...alert, version: alert.version + 1, ownerId: userId }))
  await noticeOfAlerts(tx, model, 'alert-assigned', given)
  await noticeOfMentions(tx, model, given, comment)
  await tx.audit(
    ...changed.map(({ id, ownerId }) => ({
      action: 'alert.assigned',
      surveyId: model.id,
      object: String(id),
      details: { ownerBefore: ownerId, ownerAfter: userId },
    })),
  )
  await tx.changed(
    model.id,
    changed.map(({ response }) => response.id),
  )
  await noteAlerts(
    tx,
    model,
    'alert.assigned',
    changed.map(({ id }) => id),
  )
  return changed.length
}
