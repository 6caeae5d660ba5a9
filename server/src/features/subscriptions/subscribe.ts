import { say } from '@gensvar/contract/say'
import { mostMade, mostSubscriptions } from '@gensvar/contract/subscriptions'
import type { SubscriptionTimes } from '@gensvar/contract/subscriptions'
import { tellUsers } from '#server/domain/notices/tell.ts'
import { lockUsers } from '#server/domain/rights/sessions.ts'
import { nextDate } from '#server/domain/subscriptions/next-date.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Recipient, Skipped } from './recipients.ts'
import { countMadeRows, createSubscriptionRow, readSubscribed, readTimeZone } from './store.ts'

/** A report that users are subscribed to. */
interface Subscribed {
  recipients: readonly Recipient[]
  skipped: readonly Skipped[]
  /** Who subscribes others; null for oneself. */
  authorId: number | null
  kind: string
  /** What it is asked for with, as JSON. */
  asked: string
  times: SubscriptionTimes
}

/**
 * Stores subscriptions of users whose rights are checked, and tells those who were subscribed by somebody else. Others who
 * have the report already, or as many as they may, are skipped. Throws `conflict` where it is the caller who has too many.
 */
export async function subscribe(
  tx: WriteTx,
  model: Pick<SurveyModel, 'id' | 'universeId'>,
  of: Subscribed,
): Promise<{ ids: number[]; skipped: Skipped[] }> {
  const { recipients, authorId, kind, asked } = of
  const skipped = [...of.skipped]
  const userIds = recipients.map(({ userId }) => userId)
  // Two who subscribe the same person at the same time, or one who does it twice, wait for each other.
  await lockUsers(tx.db, [...userIds, ...(authorId === null ? [] : [authorId])])
  const has = await readSubscribed(tx.db, model.id, { userIds, kind, asked })
  const made = authorId === null ? 0 : await countMadeRows(tx.db, { surveyId: model.id, ownerId: authorId })
  if (made + recipients.length > mostMade)
    throw new AppError('conflict', say`You have made as many subscriptions for others as you may. Remove some first.`)
  const told: { userId: number; objectId: number }[] = []
  for (const recipient of recipients) {
    const { count = 0, hasIt = false } = has.get(recipient.userId) ?? {}
    if (count >= mostSubscriptions) {
      if (authorId === null)
        throw new AppError('conflict', say`You have as many subscriptions as you may. Remove one first.`)
      skipped.push({ name: recipient.name, reason: say`has as many subscriptions as possible` })
    } else if (hasIt && authorId !== null) skipped.push({ name: recipient.name, reason: say`has this report already` })
    else told.push({ userId: recipient.userId, objectId: await store(tx, model, recipient, of) })
  }
  if (authorId !== null) await tellUsers(tx, model, { event: 'report-subscribed', kind: 'subscription' }, told)
  return { ids: told.map(({ objectId }) => objectId), skipped }
}

async function store(
  tx: WriteTx,
  model: Pick<SurveyModel, 'id' | 'universeId'>,
  { userId, locale, title }: Recipient,
  { authorId, kind, asked, times }: Subscribed,
): Promise<number> {
  const now = tx.clock.now()
  const { cadence, weekday, monthDay, hour } = times
  const id = await createSubscriptionRow(tx, {
    survey_id: model.id,
    universe_id: model.universeId,
    owner_id: userId,
    author_id: authorId,
    ...{ kind, asked, title, locale },
    ...{ cadence, weekday, month_day: monthDay, hour },
    next_at: nextDate(times, await readTimeZone(tx.db, userId, model.universeId), now),
    created_at: now,
  })
  const details = { kind, cadence, ...(authorId !== null && { userId }) }
  await tx.audit({ action: 'subscription.create', surveyId: model.id, object: String(id), details })
  return id
}
