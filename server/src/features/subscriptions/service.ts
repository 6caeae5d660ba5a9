import { say } from '@gensvar/contract/say'
import { mostSubscriptions } from '@gensvar/contract/subscriptions'
import type {
  SubscriptionTimes,
  createSubscription as createRoute,
  listSubscriptions as listRoute,
  saveSubscription as saveRoute,
} from '@gensvar/contract/subscriptions'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { nextDate } from '#server/domain/subscriptions/next-date.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { askedOf, checkSubscribed } from './asked.ts'
import {
  createDeliveryRow,
  createSubscriptionRow,
  findSubscriptionRow,
  listSubscriptionRows,
  readTimeZone,
  removeSubscriptionRow,
  saveSubscriptionRow,
  timesOf,
} from './store.ts'
import type { SubscriptionRow } from './store.ts'

export { subscriptionTask } from './task.ts'

/** Which of the caller's own subscriptions. */
interface Ref {
  survey: string
  id: number
}

/** The caller's own subscriptions of a survey, the oldest first. */
export async function listSubscriptions(ctx: Ctx, survey: string): Promise<z.input<typeof listRoute.response>> {
  const { model } = await surveyAccess(ctx, survey)
  const rows = await listSubscriptionRows(ctx.db, { surveyId: model.id, ownerId: ctx.identity.userId })
  const subscriptions = rows.map((row) => ({
    id: row.id,
    title: row.title,
    format: formatOf(row),
    ...timesOf(row),
    active: row.active,
    reason: row.reason ? translate(readWords(row.reason), ctx.locale) : '',
    nextAt: row.active ? row.next_at.toISOString() : null,
    lastAt: row.last_at?.toISOString() ?? null,
    version: row.version,
  }))
  return { subscriptions }
}

function formatOf({ asked }: SubscriptionRow): 'xlsx' | 'pdf' {
  return asked && 'format' in asked && asked.format === 'pdf' ? 'pdf' : 'xlsx'
}

/** The next three dates of a subscription, and the caller's time zone. */
export async function listSubscriptionDates(
  ctx: Ctx,
  survey: string,
  times: SubscriptionTimes,
): Promise<{ dates: string[]; timeZone: string }> {
  const { model } = await surveyAccess(ctx, survey)
  const timeZone = await readTimeZone(ctx.db, ctx.identity.userId, model.universeId)
  const dates: Date[] = []
  for (let at = ctx.clock.now(); dates.length < 3; dates.push(at)) at = nextDate(times, timeZone, at)
  return { dates: dates.map((date) => date.toISOString()), timeZone }
}

/**
 * Subscribes the caller to a report. Throws what asking for the report throws, `forbidden` for somebody who acts as
 * another user, and `conflict` where they have as many as they may.
 */
export async function createSubscription(
  ctx: Ctx,
  survey: string,
  { kind, cadence, weekday, monthDay, hour, ...body }: z.output<typeof createRoute.body>,
): Promise<{ id: number }> {
  demandOneself(ctx)
  const { model } = await surveyAccess(ctx, survey)
  const { userId } = ctx.identity
  const asked = askedOf(body)
  const { title } = await checkSubscribed(ctx, survey, kind, asked)
  const timeZone = await readTimeZone(ctx.db, userId, model.universeId)
  return write(ctx, async (tx) => {
    const owned = await listSubscriptionRows(tx.db, { surveyId: model.id, ownerId: userId })
    if (owned.length >= mostSubscriptions)
      throw new AppError('conflict', say`You have as many subscriptions as you may. Remove one first.`)
    const now = tx.clock.now()
    const id = await createSubscriptionRow(tx, {
      survey_id: model.id,
      universe_id: model.universeId,
      owner_id: userId,
      kind,
      asked: JSON.stringify(asked),
      title,
      cadence,
      weekday,
      month_day: monthDay,
      hour,
      locale: ctx.locale,
      next_at: nextDate({ cadence, weekday, monthDay, hour }, timeZone, now),
      created_at: now,
    })
    await tx.audit({
      action: 'subscription.create',
      surveyId: model.id,
      object: String(id),
      details: { kind, cadence },
    })
    return { id }
  })
}

/** Changes when a subscription comes, or pauses it. Throws `not_found`, and `conflict` for a stale version. */
export async function saveSubscription(
  ctx: Ctx,
  ref: Ref,
  { version, active, monthDay, ...times }: z.output<typeof saveRoute.body>,
): Promise<{ version: number }> {
  demandOneself(ctx)
  const row = await ownSubscription(ctx, ref)
  const timeZone = await readTimeZone(ctx.db, row.owner_id, row.universe_id)
  const next_at = nextDate({ ...times, monthDay }, timeZone, ctx.clock.now())
  return write(ctx, async (tx) => {
    const changes = { ...times, month_day: monthDay, active, next_at, reason: null }
    if (!(await saveSubscriptionRow(tx, { id: row.id, version }, changes)))
      throw new AppError('conflict', say`This subscription was changed meanwhile.`, { version: say`is not the newest` })
    await tx.audit({ action: 'subscription.save', surveyId: row.survey_id, object: String(row.id) })
    return { version: version + 1 }
  })
}

/** Removes a subscription. Throws `not_found`. */
export async function removeSubscription(ctx: Ctx, ref: Ref): Promise<{ ok: true }> {
  demandOneself(ctx)
  const { id, survey_id: surveyId } = await ownSubscription(ctx, ref)
  return write(ctx, async (tx) => {
    await removeSubscriptionRow(tx, id)
    await tx.audit({ action: 'subscription.remove', surveyId, object: String(id) })
    return { ok: true }
  })
}

/** Asks for the report of a subscription now. Throws `not_found`, `conflict` while it is paused, and what asking throws. */
export async function sendSubscription(ctx: Ctx, ref: Ref): Promise<{ ok: true }> {
  demandOneself(ctx)
  const { id, survey_id: surveyId, kind, asked, active } = await ownSubscription(ctx, ref)
  if (!active) throw new AppError('conflict', say`This subscription is paused.`)
  const { create } = await checkSubscribed(ctx, ref.survey, kind, asked)
  return write(ctx, async (tx) => {
    const { taskUUID } = await create(tx)
    await createDeliveryRow(tx, id, tx.clock.now(), taskUUID)
    await tx.audit({ action: 'subscription.send', surveyId, object: String(id) })
    return { ok: true }
  })
}

/** Mail is for the user themselves, so whoever acts as them changes nothing of it. */
function demandOneself({ identity }: Ctx): void {
  if (identity.actor) throw new AppError('forbidden', say`Only the user themselves can change their subscriptions.`)
}

async function ownSubscription(ctx: Ctx, { survey, id }: Ref): Promise<SubscriptionRow> {
  const { model } = await surveyAccess(ctx, survey)
  const row = await findSubscriptionRow(ctx.db, id, { surveyId: model.id, ownerId: ctx.identity.userId })
  if (!row) throw new AppError('not_found', say`There is no such subscription, or it is not yours.`)
  return row
}
