import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { createCommentRows } from '#server/domain/cases/case-comments.ts'
import { noticeOfAlerts, noticeOfMentions } from '#server/domain/notices/alert-notices.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { noteAlerts } from '#server/domain/webhooks/note.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AlertRow } from './alert-query.ts'
import { demandClosing, demandHandling } from './alert-rights.ts'
import { ruleOf } from './alert-rule.ts'
import { lockAlertRows, readAlertAnswers, storeAlertAnswers, updateAlertRows } from './alert-store.ts'
import type { AlertAnswer, AlertChange } from './alert-store.ts'
import { demandRight, readSelections, unknownQuestions } from './read-selections.ts'
import type { Selection, WrongFields } from './read-selections.ts'
import { readAlert, readAlerts } from './read-alerts.ts'
import { staleAlert } from './stale-alert.ts'

/** What alerts are closed with. */
export interface AlertClosing {
  newComment: string
  selections: readonly Selection[]
}

/** What an alert is saved with. */
export interface AlertSave extends AlertClosing {
  isClosed: boolean
  /** The version the change was made from. */
  version: number
  /** Saves also where somebody else saved since. */
  overwrite: boolean
}

/** Message for what closing an alert needs. */
const mandatory = say`Mandatory`

/**
 * Saves an alert with answers and a comment: closed where `isClosed`, else in processing, which reopens a closed one.
 * Throws `forbidden` for callers who may not handle it, or not close it, `validation` at `newComment` and
 * `selections.QUESTION`, `conflict` for a stale version, `not_found` for one that the caller may not open.
 */
export async function saveAlert(tx: WriteTx, access: SurveyAccess, alertId: number, save: AlertSave): Promise<void> {
  const alert = await lockedAlert(tx, access, alertId, save)
  if (save.isClosed) demandClosing(access, alert)
  const stored = (await readAlertAnswers(tx, [alertId])).get(alertId) ?? []
  const questions = ruleOf(access.model, alert.rule)?.questions ?? []
  const { selections, isClosed } = save
  const { answers, fields } = readSelections(questions, { selections, stored, isClosed })
  demandRight({
    ...commentField(save.newComment, { isNeeded: isClosed }),
    ...unknownQuestions(questions, selections),
    ...fields,
  })
  await storeAlertAnswers(tx, ofAlert(alert, answers))
  const comment = save.newComment.trim()
  const change: StateChange = isClosed
    ? { event: alert.state === 3 ? 'saved' : 'closed', state: 3, comment }
    : { event: alert.state === 3 ? 'reopened' : 'saved', state: 6, comment }
  await changeAlerts(tx, access, [alert], change)
}

/** Opens a closed alert again, with the reason as a comment. Throws as `saveAlert` does, `conflict` for one that is not closed. */
export async function reopenAlert(
  tx: WriteTx,
  access: SurveyAccess,
  alertId: number,
  { version, comment }: { version: number; comment: string },
): Promise<void> {
  const alert = await lockedAlert(tx, access, alertId, { version, overwrite: false })
  if (alert.state !== 3) throw new AppError('conflict', say`This alert is not closed.`)
  demandRight(comment.trim() === '' ? { comment: mandatory } : {})
  await changeAlerts(tx, access, [alert], { event: 'reopened', state: 6, comment: comment.trim() })
}

/**
 * Closes alerts with the same comment and answers, all or none; those that are closed already stay as they are. Returns
 * how many were closed. Throws as `saveAlert` does.
 */
export async function closeAlerts(
  tx: WriteTx,
  access: SurveyAccess,
  alertIds: readonly number[],
  { newComment, selections }: AlertClosing,
): Promise<number> {
  demandHandling(access)
  await lockAlertRows(tx, access.model.id, alertIds)
  const alerts = (await readAlerts(tx, access, alertIds)).filter(({ state }) => state !== 3)
  for (const alert of alerts) demandClosing(access, alert)
  const stored = await readAlertAnswers(tx, alertIds)
  const questionsOf = ({ rule }: AlertRow) => ruleOf(access.model, rule)?.questions ?? []
  let fields: WrongFields = {
    ...commentField(newComment, { isNeeded: alerts.length > 0 }),
    ...(alerts.length > 0 ? unknownQuestions(alerts.flatMap(questionsOf), selections) : {}),
  }
  const answers: ReturnType<typeof ofAlert> = []
  for (const alert of alerts) {
    const sent = { selections, stored: stored.get(alert.id) ?? [], isClosed: true }
    const read = readSelections(questionsOf(alert), sent)
    fields = { ...fields, ...read.fields }
    answers.push(...ofAlert(alert, read.answers))
  }
  demandRight(fields)
  await storeAlertAnswers(tx, answers)
  await changeAlerts(tx, access, alerts, { event: 'closed', state: 3, comment: newComment.trim() })
  return alerts.length
}

/** An alert that nobody else changes meanwhile. Throws as `saveAlert` does. */
async function lockedAlert(
  tx: WriteTx,
  access: SurveyAccess,
  alertId: number,
  { version, overwrite }: Pick<AlertSave, 'version' | 'overwrite'>,
): Promise<AlertRow> {
  demandHandling(access)
  await lockAlertRows(tx, access.model.id, [alertId])
  const alert = await readAlert(tx, access, alertId)
  if (alert.version !== version && !overwrite) throw await staleAlert(tx, access.model, alert)
  return alert
}

function ofAlert({ id }: AlertRow, answers: readonly AlertAnswer[]): (AlertAnswer & { alertId: number })[] {
  return answers.map((answer) => ({ alertId: id, ...answer }))
}

type StateChange = AlertChange & Required<Pick<AlertChange, 'state'>>

/** Stores a change of alerts, and adds it to the audit log and to the change feed. */
async function changeAlerts(
  tx: WriteTx,
  { model }: SurveyAccess,
  alerts: readonly AlertRow[],
  change: StateChange,
): Promise<void> {
  if (alerts.length === 0) return
  await updateAlertRows(
    tx,
    alerts.map(({ id }) => id),
    change,
  )
  const responseIds = [...new Set(alerts.map(({ response }) => response.id))]
  // Also a comment on the interview: whoever reads that sees what was done.
  if (change.comment !== '') await createCommentRows(tx, responseIds, change.comment)
  const changed = alerts.map((alert) => ({ ...alert, version: alert.version + 1 }))
  if (change.event === 'reopened') await noticeOfAlerts(tx, model, 'alert-reopened', changed)
  await noticeOfMentions(tx, model, changed, change.comment)
  await tx.audit(
    ...alerts.map((alert) => ({
      action: `alert.${change.event}`,
      surveyId: model.id,
      object: String(alert.id),
      details: { stateBefore: alert.state, stateAfter: change.state },
    })),
  )
  await tx.changed(model.id, responseIds)
  await noteAlerts(
    tx,
    model,
    `alert.${change.event}`,
    alerts.map(({ id }) => id),
  )
}

function commentField(comment: string, { isNeeded }: { isNeeded: boolean }): Record<string, Words> {
  return isNeeded && comment.trim() === '' ? { newComment: mandatory } : {}
}
