import type { alert as alertEntity } from '@gensvar/contract/entities/alerts'
import type { z } from 'zod'
import type { AlertRow } from '#server/domain/alerts/alert-query.ts'
import { mayBeClosed, mayHandleAlerts } from '#server/domain/alerts/alert-rights.ts'
import { ruleOf, titleOfRule } from '#server/domain/alerts/alert-rule.ts'
import { readAlertAnswers, readAlertLogs } from '#server/domain/alerts/alert-store.ts'
import { otherAlerts } from '#server/domain/alerts/other-alerts.ts'
import { readAlert } from '#server/domain/alerts/read-alerts.ts'
import { fillTemplate } from '#server/domain/cases/case-text.ts'
import { alertStateText } from '#server/domain/cases/state-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import { unitText } from '#server/domain/survey/unit-text.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { getInterview } from '#server/features/interviews/service.ts'
import { translate } from '#server/platform/translate.ts'
import { questionsWith } from './alert-questions.ts'

type Alert = z.input<typeof alertEntity>

/** Everything that the page of an alert shows. Throws `not_found` for one that the caller may not open. */
export async function alertPage(ctx: Ctx, access: SurveyAccess, alertId: number): Promise<Alert> {
  const { model } = access
  const { locale } = ctx
  const alert = await readAlert(ctx, access, alertId)
  const { response, state } = alert
  const rule = ruleOf(model, alert.rule)
  const [interview, answers, logs, place] = await Promise.all([
    getInterview(ctx, model.extName, response.id),
    readAlertAnswers(ctx, [alertId]),
    readAlertLogs(ctx, alertId),
    placeOf(ctx, access, response.unitIds),
  ])
  const linked = interview.sidebarData.interviewLinks.map(({ interviewId }) => interviewId)
  const canModify = mayHandleAlerts(access)
  return {
    id: alert.id,
    interviewId: response.id,
    alertState: state,
    stateText: alertStateText(state, locale),
    closedDate: alert.closedAt?.toISOString() ?? null,
    alertInfo: rule ? fillTemplate(model, response, rule.info, locale) : '',
    canModify,
    enableCloseAndSave: mayBeClosed(access, alert),
    comments: interview.comments.map(({ created, author, message }) => ({
      updated: created,
      user: author,
      comments: message,
    })),
    alertLogs: logs.map(({ event, at, who, comment, newOwner, ...log }) => ({
      event,
      state: log.state,
      stateText: alertStateText(log.state, locale),
      date: at.toISOString(),
      user: who ? translate(who, locale) : '',
      comment,
      newOwner,
    })),
    questions: questionsWith(rule?.questions ?? [], answers.get(alertId) ?? []),
    interviewData: interview,
    title: titleOfRule(model, alert.rule, locale),
    raisedAt: alert.raisedAt.toISOString(),
    version: alert.version,
    owner: alert.ownerId === null ? null : { userId: alert.ownerId, name: alert.ownerName },
    due: alert.dueAt?.toISOString() ?? null,
    isOverdue: state !== 3 && alert.dueAt !== null && alert.dueAt < ctx.clock.now(),
    place,
    drillPath: interview.drillPath,
    contact: contactOf(access, alert),
    otherAlerts: await otherAlerts(ctx, access, alert, linked),
  }
}

async function placeOf(ctx: Ctx, { model, views }: SurveyAccess, unitIds: readonly number[]): Promise<string> {
  const tree = await loadUnitTree(ctx, model)
  const shown = model.views.find((view) => views.includes(view))
  const unit = unitIds.map((id) => tree.unit(id)).find((one) => one !== undefined && one.viewId === shown?.id)
  return (unit ? tree.pathOf(unit) : []).map((one) => unitText(one, ctx.locale)).join(', ')
}

function contactOf({ model }: SurveyAccess, { response }: AlertRow): Alert['contact'] {
  const contact = {
    name: contactText(model, response, 'name'),
    email: contactText(model, response, 'email'),
    phone: contactText(model, response, 'phone'),
  }
  return Object.values(contact).some((text) => text !== '') ? contact : null
}
