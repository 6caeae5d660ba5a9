import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'
import type { Ctx } from '#server/domain/context.ts'
import { noticeOfAlerts } from '#server/domain/notices/alert-notices.ts'
import { readableModel } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { listSurveysWithOpen } from '#server/domain/survey/surveys-with-open.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { noteAlerts } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import { escalateRows, lockWaitingAlerts } from './escalate-store.ts'
import type { WaitingAlert } from './escalate-store.ts'
import { askedCalendar } from './asked-calendar.ts'
import { AlertOwners } from './owner.ts'
import type { AlertRule } from './alert-rule.ts'
import { addWorkingTime } from './working-time.ts'

/** Most alerts that one write escalates. */
const batch = 500

/**
 * Escalates the alerts of all surveys that are not closed some working time after they were raised, as their rules say:
 * each to the owner of its unit of a level, or of the nearest unit above. A step whose level has no owner keeps the one
 * there is. Each step is taken once, also by several servers. Returns how many steps were taken.
 */
export async function escalateAlerts(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let taken = 0
  for (const surveyId of await listSurveysWithOpen(ctx.db, 'alert')) {
    const model = await readableModel(ctx, surveyId)
    if (model?.anonymity !== null || model.config.alerts.length === 0) continue
    const calendar = await askedCalendar(ctx, model)
    for (const rule of model.config.alerts)
      for (const step of rule.escalate.keys()) {
        signal?.throwIfAborted()
        taken += await takeStep(ctx, model, { rule, step, calendar }, signal)
      }
  }
  return taken
}

interface Step {
  rule: AlertRule
  step: number
  calendar: CalendarConfig
}

async function takeStep(ctx: Ctx, model: SurveyModel, at: Step, signal: AbortSignal | undefined): Promise<number> {
  const owners = new AlertOwners(ctx, model, await loadUnitTree(ctx, model))
  let taken = 0
  for (;;) {
    signal?.throwIfAborted()
    const moved = await takeBatch(ctx, model, at, owners)
    taken += moved
    if (moved < batch) return taken
  }
}

function takeBatch(ctx: Ctx, model: SurveyModel, { rule, step, calendar }: Step, owners: AlertOwners): Promise<number> {
  const { after = '0h', to } = rule.escalate[step] ?? {}
  return write(ctx, async (tx) => {
    const now = tx.clock.now()
    const waiting = await lockWaitingAlerts(tx, model.id, { rule: rule.extname, step, most: batch })
    const due = startingWith(
      waiting,
      ({ raisedAt }) => addWorkingTime(raisedAt, after, calendar, model.timeZone) <= now,
    )
    if (due.length === 0) return 0
    const found = await owners.find(
      due.map((response) => ({ response, search: { ...(to !== undefined && { owner: to }) } })),
    )
    const moves = due.map(({ alertId, ownerId }, index) => {
      const owner = found[index] ?? null
      return { alertId, newOwnerId: owner === ownerId ? null : owner }
    })
    await escalateRows(tx, moves, now)
    const given = moves.map(({ alertId, newOwnerId }) => ({ id: alertId, version: step + 1, ownerId: newOwnerId }))
    await noticeOfAlerts(tx, model, 'alert-escalated', given)
    await noteAlerts(
      tx,
      model,
      'alert.escalated',
      given.map(({ id }) => id),
    )
    await tx.audit({
      action: 'alert.escalate',
      surveyId: model.id,
      universeId: model.universeId,
      object: rule.extname,
      details: { step: step + 1, to: to ?? '', alerts: due.map(({ alertId }) => alertId) },
    })
    await tx.changed(model.id, [...new Set(due.map(({ id }) => id))])
    return due.length
  })
}

/** They are sorted by when they were raised, and what was raised later is due later. */
function startingWith(waiting: readonly WaitingAlert[], isDue: (alert: WaitingAlert) => boolean): WaitingAlert[] {
  const first = waiting.findIndex((alert) => !isDue(alert))
  return waiting.slice(0, first < 0 ? waiting.length : first)
}
