import type { AlertsQuery } from '@gensvar/contract/alert-filters'
import type { alert as alertEntity } from '@gensvar/contract/entities/alerts'
import { noComponent } from '@gensvar/contract/samples'
import type { z } from 'zod'
import { assignAlerts as assign } from '#server/domain/alerts/assign-alerts.ts'
import { demandHandling } from '#server/domain/alerts/alert-rights.ts'
import { ruleOf } from '#server/domain/alerts/alert-rule.ts'
import type { AlertRule } from '#server/domain/alerts/alert-rule.ts'
import { readAlertAnswers } from '#server/domain/alerts/alert-store.ts'
import type { AlertAnswer } from '#server/domain/alerts/alert-store.ts'
import { possibleOwners } from '#server/domain/alerts/possible-owners.ts'
import { readAlerts } from '#server/domain/alerts/read-alerts.ts'
import { closeAlerts as close, reopenAlert as reopen, saveAlert } from '#server/domain/alerts/save-alert.ts'
import type { AlertClosing, AlertSave } from '#server/domain/alerts/save-alert.ts'
import { suggestAlertTexts } from '#server/domain/alerts/suggest-alerts.ts'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { alertSelectionOf } from '#server/widgets/alert-table/alert-list.ts'
import { findAlertTable } from '#server/widgets/alert-table/find-alert-table.ts'
import { answerAlerts } from '#server/widgets/alert-table/query.ts'
import { alertPage } from './alert-page.ts'
import { questionsWith } from './alert-questions.ts'

export { escalationTask } from './escalation-task.ts'
export { tryAlertRules } from './try-rules.ts'
export { saveUnitOwner } from './unit-owner.ts'

type Alert = z.input<typeof alertEntity>
type Question = Alert['questions'][number]

/** Most users that are offered to have alerts. */
const mostOwners = 50

/** An alert of a survey. */
interface NamedAlert {
  survey: string
  alertId: number
}

/** An alert with what its page shows. Throws `not_found` for one that the caller may not open. */
export async function getAlert(ctx: Ctx, survey: string, alertId: number): Promise<Alert> {
  return alertPage(ctx, await surveyAccess(ctx, survey), alertId)
}

/** Saves an alert from its page. Throws as `saveAlert` does. */
export async function updateAlert(ctx: Ctx, { survey, alertId }: NamedAlert, save: AlertSave): Promise<Alert> {
  const access = await surveyAccess(ctx, survey)
  await write(ctx, (tx) => saveAlert(tx, access, alertId, save))
  return alertPage(ctx, access, alertId)
}

/** Opens a closed alert again. Throws as `reopenAlert` does. */
export async function reopenAlert(
  ctx: Ctx,
  { survey, alertId }: NamedAlert,
  asked: { version: number; comment: string },
): Promise<Alert> {
  const access = await surveyAccess(ctx, survey)
  await write(ctx, (tx) => reopen(tx, access, alertId, asked))
  return alertPage(ctx, access, alertId)
}

/** The alerts of a place in a survey whose alerts page configures no table. */
export async function listAlerts(ctx: Ctx, survey: string, drillPath: string, query: AlertsQuery) {
  const access = await surveyAccess(ctx, survey)
  const { columns, requested } = await findAlertTable(ctx, access, noComponent, drillPath)
  return answerAlerts({ ctx, access, requested }, columns, query)
}

/** Texts of the alerts of a table that contain a term: what its search would find. Throws as the list does. */
export async function suggestAlerts(
  ctx: Ctx,
  { survey, component, drillPath }: { survey: string; component: string; drillPath: string },
  term: string,
): Promise<{ suggestions: string[] }> {
  const access = await surveyAccess(ctx, survey)
  const { columns, requested } = await findAlertTable(ctx, access, component, drillPath)
  const all = { filter: '', states: [], mine: false, overdue: false }
  const selection = alertSelectionOf({ ctx, access, requested }, columns, all)
  return { suggestions: await suggestAlertTexts(ctx, access.model, access.caseScope, selection, term.trim()) }
}

/** Those who can have all of some alerts. Throws `forbidden` for callers who may not handle alerts. */
export async function listAlertOwners(
  ctx: Ctx,
  survey: string,
  { alertIds, term }: { alertIds: readonly number[]; term: string },
) {
  const access = await surveyAccess(ctx, survey)
  demandHandling(access)
  const alerts = await readAlerts(ctx, access, alertIds)
  return { owners: await possibleOwners(ctx, access, alerts, { term, most: mostOwners }) }
}

/** Gives alerts to a user. Throws as `assignAlerts` does. */
export async function assignAlerts(
  ctx: Ctx,
  survey: string,
  { alertIds, ...asked }: { alertIds: readonly number[]; userId: number; comment: string },
): Promise<{ assigned: number }> {
  const access = await surveyAccess(ctx, survey)
  return { assigned: await write(ctx, (tx) => assign(tx, access, alertIds, asked)) }
}

/** Closes alerts. Throws as `closeAlerts` does. */
export async function closeAlerts(
  ctx: Ctx,
  survey: string,
  { alertIds, ...closing }: { alertIds: readonly number[] } & AlertClosing,
): Promise<{ closed: number }> {
  const access = await surveyAccess(ctx, survey)
  return { closed: await write(ctx, (tx) => close(tx, access, alertIds, closing)) }
}

/** The questions of the rules of some alerts that are not closed, each once; answered where all have the same answer. */
export async function getAlertQuestions(
  ctx: Ctx,
  survey: string,
  alertIds: readonly number[],
): Promise<{ questions: Question[] }> {
  const access = await surveyAccess(ctx, survey)
  const alerts = (await readAlerts(ctx, access, alertIds)).filter(({ state }) => state !== 3)
  const questions = new Map<string, AlertRule['questions'][number]>()
  for (const { rule } of alerts)
    for (const question of ruleOf(access.model, rule)?.questions ?? [])
      if (!questions.has(question.questionId)) questions.set(question.questionId, question)
  const answers = alerts.length === 0 ? new Map() : await readAlertAnswers(ctx, alertIds)
  return { questions: questionsWith([...questions.values()], sharedAnswers(alerts, answers)) }
}

function sharedAnswers(
  alerts: readonly { id: number }[],
  answers: ReadonlyMap<number, readonly AlertAnswer[]>,
): AlertAnswer[] {
  const [first, ...others] = alerts.map(({ id }) => answers.get(id) ?? [])
  const isSame = (one: AlertAnswer, other: AlertAnswer): boolean =>
    one.question === other.question && one.choice === other.choice && one.value === other.value
  return (first ?? []).filter((one) => others.every((theirs) => theirs.some((other) => isSame(one, other))))
}
