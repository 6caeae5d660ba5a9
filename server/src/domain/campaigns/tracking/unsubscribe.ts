import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { OpenCtx } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext, WriteTx } from '#server/domain/write.ts'
import type { Clock } from '#server/platform/clock.ts'
import { noteMessageEvents } from '../events/note-events.ts'
import { suppressHashes } from '../rules/suppression.ts'
import { modelThatKeepsEvents } from './keeps-events.ts'
import {
  failWaitingRows,
  findSubscriber,
  insertEventRow,
  lockSubscriber,
  removeOwnSuppression,
  setUnsubscribed,
} from './subscriber-store.ts'
import type { FailedRow, Subscriber } from './subscriber-store.ts'
import { readLink } from './read-link.ts'

/** Whom a link to unsubscribe is of; null for a link that is none, or whose message is gone. */
export async function subscriberOf(ctx: Pick<OpenCtx, 'db'>, token: string): Promise<Subscriber | null> {
  // A text message has a shorter one.
  const link = (await readLink(ctx.db, 'unsubscribe', token)) ?? (await readLink(ctx.db, 'stop', token))
  const [recipientId] = link?.numbers ?? []
  return link && recipientId !== undefined ? findSubscriber(ctx.db, link.universeId, recipientId) : null
}

/**
 * Sends nothing more to whoever a message went to, from any campaign of the organisation; what waits for them is not sent. May
 * be called again.
 */
export async function endMessages(ctx: OpenCtx, { recipientId, universeId }: Subscriber): Promise<void> {
  await write({ ...programContext(ctx, 'unsubscribe'), requestId: ctx.requestId }, async (tx) => {
    const subscriber = await lockSubscriber(tx.db, universeId, recipientId)
    if (!subscriber) return
    const { addressHash: hash, address, campaignId, surveyId, responseId, isUnsubscribed } = subscriber
    if (hash !== '') {
      await suppressHashes(tx, universeId, [{ address, hash }], 'unsubscribed', campaignId)
      await failWaiting(tx, subscriber, say`They do not want such messages any more.`)
    }
    if (isUnsubscribed) return
    await setUnsubscribed(tx, recipientId, true)
    await tx.audit({ action: 'campaign.unsubscribe', surveyId, universeId, object: String(campaignId) })
    const model = await modelThatKeepsEvents(tx, surveyId)
    if (!model) return
    const at = tx.clock.now()
    await insertEventRow(tx, { recipientId, kind: 'unsubscribe', at })
    await tx.changed(surveyId, [responseId])
    await noteMessageEvents(tx, model, [{ recipientId, kind: 'unsubscribed', at }])
  })
}

/** Lets an organisation write again to whoever had unsubscribed. What is not sent for another reason stays so. */
export async function resumeMessages(ctx: OpenCtx, { recipientId, universeId }: Subscriber): Promise<void> {
  await write({ ...programContext(ctx, 'unsubscribe'), requestId: ctx.requestId }, async (tx) => {
    const subscriber = await lockSubscriber(tx.db, universeId, recipientId)
    if (!subscriber) return
    const { addressHash, campaignId, surveyId, responseId, isUnsubscribed } = subscriber
    const isBack = await removeOwnSuppression(tx, universeId, addressHash)
    if (isUnsubscribed) {
      await setUnsubscribed(tx, recipientId, false)
      if (await modelThatKeepsEvents(tx, surveyId)) await tx.changed(surveyId, [responseId])
    }
    if (!isBack && !isUnsubscribed) return
    await tx.audit({ action: 'campaign.resubscribe', surveyId, universeId, object: String(campaignId) })
  })
}

/**
 * Gives up what waits to be sent to an address in all of an organisation, and says why. Letters are sent nonetheless where only the
 * address is wrong: `withLetters` is false. Returns what was given up.
 */
export async function failWaiting(
  tx: WriteTx<WriteContext & { clock: Clock }>,
  { addressHash }: Pick<Subscriber, 'addressHash'>,
  reason: Words,
  withLetters = true,
): Promise<FailedRow[]> {
  const failed = await failWaitingRows(tx, { addressHash, withLetters }, storeWords(reason))
  const bySurvey = Map.groupBy(failed, ({ surveyId }) => surveyId)
  for (const [surveyId, rows] of bySurvey)
    await tx.changed(surveyId, [...new Set(rows.map(({ responseId }) => responseId))])
  return failed
}
