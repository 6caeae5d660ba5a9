import { say } from '@gensvar/contract/say'
import { programContext } from '#server/domain/context.ts'
import type { Deps } from '#server/domain/context.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import type { MessageEvent } from '../../events/event-store.ts'
import { noteMessageEvents } from '../../events/note-events.ts'
import { suppressHashes } from '../../rules/suppression.ts'
import { fallOn } from '../../sending/fall-on.ts'
import { pauseOnSpike } from '../../sending/stop-by-itself.ts'
import { modelThatKeepsEvents } from '../keeps-events.ts'
import { insertEventRow, lockSubscriber } from '../subscriber-store.ts'
import { failWaiting } from '../unsubscribe.ts'
import type { MailReport } from './read-report.ts'
import { setBounced, setComplained } from './report-store.ts'

/**
 * Stores what a report says that came by mail, or from the operator of a phone; of a message that has gone on by another way since,
 * only a complaint. To an address that is wrong, or whose owner complained, the organisation sends nothing more. What could not be delivered waits to go on
 * by the campaign's next way, which the rounds of campaigns see to. A campaign of which too many come back pauses. A report that
 * arrives twice changes nothing the second time.
 */
export async function takeReport(
  deps: Deps,
  { universeId, recipientId, by }: { universeId: number; recipientId: number; by: 'mail' | 'phone' },
  report: MailReport,
): Promise<void> {
  if (report.kind === 'none') return
  const ctx = programContext(deps, 'mail reports')
  const campaignId = await write(ctx, async (tx) => {
    const subscriber = await lockSubscriber(tx.db, universeId, recipientId)
    if (!subscriber) return null
    const { campaignId, surveyId, responseId, addressHash: hash, address } = subscriber
    if (report.kind === 'bounce' && (subscriber.channel === 'EMAIL') !== (by === 'mail')) return null
    const isNews =
      report.kind === 'bounce'
        ? await setBounced(
            tx,
            recipientId,
            report.isHard ? 'hard' : 'soft',
            report.reason ? storeWords(report.reason) : null,
          )
        : await setComplained(tx, recipientId)
    if (!isNews) return null
    const isEnd = report.kind === 'complaint' || report.isHard
    if (isEnd && hash !== '') {
      const reason = report.kind === 'complaint' ? 'complained' : 'bounced'
      await suppressHashes(tx, universeId, [{ address, hash }], reason, campaignId)
      const words = report.kind === 'complaint' ? say`They complained of a message.` : say`A message to them came back.`
      const failed = await failWaiting(tx, subscriber, words, report.kind === 'complaint')
      if (report.kind === 'bounce')
        for (const [id, own] of Map.groupBy([...failed, { id: recipientId, campaignId }], (one) => one.campaignId))
          await fallOn(
            tx,
            id,
            own.map((one) => one.id),
          )
    }
    const action = report.kind === 'complaint' ? 'campaign.complaint' : 'campaign.bounce'
    await tx.audit({ action, surveyId, universeId, object: String(campaignId) })
    const model = await modelThatKeepsEvents(tx, surveyId)
    if (model) {
      const { kind } = report
      const said = Object.fromEntries(Object.entries(detailsOf(report)).map(([name, value]) => [name, String(value)]))
      const at = tx.clock.now()
      await insertEventRow(tx, { recipientId, kind, at, details: said })
      await tx.changed(surveyId, [responseId])
      await noteMessageEvents(tx, model, [{ recipientId, at, ...toldOf(report) }])
    }
    return campaignId
  })
  if (campaignId !== null) await pauseOnSpike(ctx, campaignId)
}

/** What is kept of a report. */
function detailsOf(report: Exclude<MailReport, { kind: 'none' }>): Record<string, boolean | string> {
  if (report.kind === 'complaint') return { feedback: report.feedback }
  const { isHard, status, diagnostic } = report
  return { isHard, status, diagnostic }
}

/** What scripts are told of a report. */
function toldOf(report: Exclude<MailReport, { kind: 'none' }>): Pick<MessageEvent, 'kind' | 'bounce'> {
  if (report.kind === 'complaint') return { kind: 'complained' }
  return { kind: 'bounced', bounce: report.isHard ? 'hard' : 'soft' }
}
