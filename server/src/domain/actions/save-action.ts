import { addToDate } from '@gensvar/contract/dates'
import type { LocalText } from '@gensvar/contract/local-text'
import type { Ctx } from '#server/domain/context.ts'
import { noticeOfActionAssigned } from '#server/domain/notices/action-notices.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { noteActions } from '#server/domain/webhooks/note.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { todayIn } from '#server/platform/clock.ts'
import type { ActionFigure } from '#server/platform/db-action-types.ts'
import { actionFigure } from './action-figure.ts'
import { demandActionRight, demandAnchor, demandEditing } from './action-rights.ts'
import {
  deleteActionRow,
  insertActionComment,
  insertActionRow,
  lockActionRow,
  updateActionRow,
} from './action-store.ts'
import type { ActionRow, ActionValues } from './action-store.ts'
import { anchorOf, placeOfRequest } from './anchor.ts'
import type { ActionPlace } from './anchor.ts'
import { spanEndingOn } from './effective-period.ts'
import type { ActionItem } from './items.ts'
import { currentSpan, readAction } from './read-actions.ts'
import type { SeenAction } from './read-actions.ts'
import { readSave } from './read-save.ts'
import type { ActionSave, SavedValues } from './read-save.ts'
import { staleAction } from './stale-action.ts'
import { suggestActions } from './suggest.ts'

/**
 * Saves an action, a new one (id 0) at the requested place; returns its id. Its figure before the start is frozen once it
 * has started, and again when its item, period or start changes. Throws `not_found` for one the caller may not see,
 * `forbidden` where they may not change it, `conflict` for one that is closed and for a stale version, `validation` as
 * `readSave` does.
 */
export async function saveAction(
  ctx: Ctx,
  access: SurveyAccess,
  requested: RequestedPath,
  save: ActionSave,
): Promise<number> {
  const { model } = access
  demandActionRight(access)
  const before = save.id === 0 ? null : await editable(ctx, access, save)
  const anchor = before ? before.row : anchorOf(access, requested)
  const place = before?.place ?? { ...placeOfRequest(requested), filters: anchor.filters }
  if (!before) demandAnchor(access, place)
  const { item, ...saved } = await readSave(ctx, access, { before: before?.row ?? null, place }, save)
  // Before the write, which would hold a connection meanwhile.
  const [baseline, score, reason] = await Promise.all([
    baselineOf(ctx, access, { place, item }, saved, before?.row ?? null),
    save.comments.trim() === '' ? null : currentScore(ctx, access, { place, item }, saved),
    before ? before.row.reason : save.suggestion ? reasonOf(ctx, access, requested, item) : null,
  ])
  const values: ActionValues = { ...saved, expression: item.expression, extname: item.extname, reason, baseline }
  return write(ctx, async (tx) => {
    if (before) await lockedAgain(tx, access, save)
    const id = before ? before.row.id : await insertActionRow(tx, model.id, anchor, values)
    if (before) await updateActionRow(tx, id, values)
    // Also without a note: it says who changed the action last.
    await insertActionComment(tx, id, { message: save.comments.trim(), score, goal: values.goal })
    const { responsibleUserId } = values
    if (responsibleUserId !== (before?.row.responsibleUserId ?? null))
      await noticeOfActionAssigned(tx, model, { id, version: before ? before.row.version + 1 : 1, responsibleUserId })
    const { extname, goal, period, periodStart, deadline } = values
    await tx.audit({
      action: before ? 'action.update' : 'action.create',
      surveyId: model.id,
      object: String(id),
      details: { extname, goal, period, periodStart, deadline },
    })
    await noteActions(tx, model, before ? 'action.changed' : 'action.created', [id])
    return id
  })
}

/** Deletes an action with its history. Throws as `saveAction` does, also for a closed one. */
export async function removeAction(ctx: Ctx, access: SurveyAccess, id: number): Promise<void> {
  demandActionRight(access)
  await write(ctx, async (tx) => {
    await lockActionRow(tx, access.model.id, id)
    const { row, place } = await readAction(tx, access, id)
    demandEditing(access, row, place)
    await deleteActionRow(tx, id)
    const { extname, goal, deadline } = row
    await tx.audit({
      action: 'action.delete',
      surveyId: access.model.id,
      object: String(id),
      details: { extname, goal, deadline },
    })
    await noteActions(tx, access.model, 'action.removed', [id])
  })
}

type Version = Pick<ActionSave, 'id' | 'version' | 'overwrite'>

async function editable(ctx: Ctx, access: SurveyAccess, { id, version, overwrite }: Version): Promise<SeenAction> {
  const seen = await readAction(ctx, access, id)
  demandEditing(access, seen.row, seen.place)
  if (seen.row.version !== version && !overwrite) throw await staleAction(ctx, access.model, id)
  return seen
}

/** Checks it once more, now that nobody else can change it. */
async function lockedAgain(tx: WriteTx, access: SurveyAccess, save: Version): Promise<void> {
  await lockActionRow(tx, access.model.id, save.id)
  await editable(tx, access, save)
}

interface Measured {
  place: ActionPlace
  item: ActionItem
}

/** The figure before the start, which whoever sees the place is shown: not limited to what the caller alone may see. */
async function baselineOf(
  ctx: Ctx,
  { model }: SurveyAccess,
  { place, item }: Measured,
  { period, periodStart }: SavedValues,
  before: ActionRow | null,
): Promise<ActionFigure | null> {
  if (periodStart > todayIn(ctx.clock, model.timeZone)) return null
  const isSame = before?.extname === item.extname && before.period === period && before.periodStart === periodStart
  if (isSame && before.baseline) return before.baseline
  const span = spanEndingOn(period, addToDate(periodStart, -1, 'd'))
  const access = await programAccess(ctx, model)
  const { why: _why, ...kept } = await actionFigure({ ctx, access }, place, item, span)
  return kept
}

/** The figure of the moment, for the history: of all answers as well. */
async function currentScore(
  ctx: Ctx,
  { model }: SurveyAccess,
  { place, item }: Measured,
  { period, deadline }: SavedValues,
): Promise<number | null> {
  const span = currentSpan(period, deadline, todayIn(ctx.clock, model.timeZone))
  const access = await programAccess(ctx, model)
  return (await actionFigure({ ctx, access }, place, item, span)).value
}

/** Why an item is suggested at the place; null where it is not (any more). */
async function reasonOf(
  ctx: Ctx,
  access: SurveyAccess,
  requested: RequestedPath,
  { extname }: ActionItem,
): Promise<LocalText | null> {
  const { actions } = await suggestActions({ ctx, access }, requested)
  return actions.find(({ item }) => item.extname === extname)?.reason ?? null
}
