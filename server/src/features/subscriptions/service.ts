import { say } from '@gensvar/contract/say'
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
import { readOpenResults } from '#server/domain/subscriptions/results.ts'
import type { LastResult } from '#server/domain/subscriptions/results.ts'
import { readWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { askedOf, checkSubscribed } from './asked.ts'
import { findRecipients } from './recipients.ts'
import {
  createDeliveryRow,
  findSubscriptionRow,
  listSubscriptionRows,
  readTimeZone,
  removeSubscriptionRow,
  saveSubscriptionRow,
  timesOf,
} from './store.ts'
import type { SubscriptionRow } from './store.ts'
import { subscribe } from './subscribe.ts'

export { listSubscriptionRecipients } from './recipients.ts'
export { subscriptionTask } from './task.ts'

/** Which of the caller's own subscriptions. */
interface Ref {
  survey: string
  id: number
}

/** The caller's own subscriptions of a survey and those they made for others, the oldest first. */
export async function listSubscriptions(ctx: Ctx, survey: string): Promise<z.input<typeof listRoute.response>> {
  const { model } = await surveyAccess(ctx, survey)
  const of = { surveyId: model.id, ownerId: ctx.identity.userId }
  const own = await listSubscriptionRows(ctx.db, of)
  const made = await listSubscriptionRows(ctx.db, of, 'made')
  const open = await readOpenResults(
    ctx.db,
    [...own, ...made].map(({ id }) => id),
  )
  const inWords = (words: StoredWords | null): string => (words ? translate(readWords(words), ctx.locale) : '')
  return {
    subscriptions: own.map((row) => {
      const last = open.get(row.id) ?? notedResult(row)
      return {
        ...common(row, last),
        by: row.author,
        reason: inWords(row.reason),
        lastReason: inWords(last?.reason ?? null),
        version: row.version,
      }
    }),
    made: made.map((row) => ({
      ...common(row, open.get(row.id) ?? notedResult(row)),
      recipient: row.recipient,
      stopped: row.stopped,
    })),
  }
}

function common(row: SubscriptionRow, last: LastResult | null) {
  return {
    id: row.id,
    title: row.title,
    format: formatOf(row),
    ...timesOf(row),
    active: row.active,
    nextAt: row.active ? row.next_at.toISOString() : null,
    last: last && { result: last.result, at: last.at.toISOString() },
  }
}

/** What became of the last report whose result is noted; null before there is one. */
function notedResult({ result, result_at, result_reason }: SubscriptionRow): LastResult | null {
  return result && result_at && { result, at: result_at, reason: result_reason }
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
 * Subscribes the caller to a report, or others, who are told once. Throws what asking for the report throws, `forbidden` for
 * somebody who acts as another user, `conflict` where the caller has as many as they may, and as `findRecipients` does.
 * Others who have as many as they may, or have this one, are skipped.
 */
export async function createSubscription(
  ctx: Ctx,
  survey: string,
  { kind, cadence, weekday, monthDay, hour, userIds, ...body }: z.output<typeof createRoute.body>,
): Promise<z.input<typeof createRoute.response>> {
  demandOneself(ctx)
  const { model } = await surveyAccess(ctx, survey)
  const asked = askedOf(body)
  // Whoever subscribes others must be able to have the report as well.
  const { title } = await checkSubscribed(ctx, survey, kind, asked)
  const { userId } = ctx.identity
  const found =
    userIds === null
      ? { recipients: [{ userId, name: '', locale: ctx.locale, title }], skipped: [] }
      : await findRecipients(ctx, survey, { userIds, kind, asked })
  const authorId = userIds === null ? null : userId
  const times = { cadence, weekday, monthDay, hour }
  const { ids, skipped } = await write(ctx, (tx) =>
    subscribe(tx, model, { ...found, authorId, kind, asked: JSON.stringify(asked), times }),
  )
  return {
    ids,
    skipped: skipped.map(({ name, reason }) => ({ name, reason: translate(reason, ctx.locale) })),
  }
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
    const again = { reason: null, stopped: null, failures: 0 }
    const changes = { ...times, month_day: monthDay, active, next_at, ...again }
    if (!(await saveSubscriptionRow(tx, { id: row.id, version }, changes)))
      throw new AppError('conflict', say`This subscription was changed meanwhile.`, { version: say`is not the newest` })
    await tx.audit({ action: 'subscription.save', surveyId: row.survey_id, object: String(row.id) })
    return { version: version + 1 }
  })
}

/** Removes one of the caller's subscriptions, or one they made for somebody else. Throws `not_found`. */
export async function removeSubscription(ctx: Ctx, ref: Ref): Promise<{ ok: true }> {
  demandOneself(ctx)
  const { id, survey_id: surveyId } = await ownSubscription(ctx, ref, 'orMade')
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

async function ownSubscription(ctx: Ctx, { survey, id }: Ref, orMade?: 'orMade'): Promise<SubscriptionRow> {
  const { model } = await surveyAccess(ctx, survey)
  const row = await findSubscriptionRow(ctx.db, id, { surveyId: model.id, ownerId: ctx.identity.userId }, orMade)
  if (!row) throw new AppError('not_found', say`There is no such subscription, or it is not yours.`)
  return row
}
