import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { programContext } from '#server/domain/context.ts'
import type { Deps } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { noteMessageEvents } from '../events/note-events.ts'
import { modelThatKeepsEvents } from '../tracking/keeps-events.ts'
import { takeReport } from '../tracking/reports/take-report.ts'
import { insertArrivalRows, matchedReceipts, removeReceiptRows, setArrived } from './receipt-store.ts'
import type { MatchedReceipt } from './receipt-store.ts'

/** Reports of one write. */
const together = 500

/**
 * Stores with their messages what operators have reported of them: a message has arrived once all its parts have, and came back
 * where one has failed. A report that is taken twice changes nothing the second time. Returns how many were taken.
 */
export async function takeReceipts(deps: Deps): Promise<number> {
  let taken = 0
  for (;;) {
    const found = await matchedReceipts(deps.db, together)
    if (found.length > 0) await takeBatch(deps, found)
    taken += found.length
    if (found.length < together) return taken
  }
}

async function takeBatch(deps: Deps, found: readonly MatchedReceipt[]): Promise<void> {
  for (const { recipientId, universeId, outcome, isHard, said, way } of found) {
    if (outcome !== 'failed') continue
    const reason = way === 'PHONE' ? callWords(said) : say`The SMS operator reports that it did not arrive (${said}).`
    const report = { kind: 'bounce', isHard, status: '', diagnostic: said, reason } as const
    await takeReport(deps, { universeId, recipientId, by: 'phone' }, report)
  }
  const ctx = programContext(deps, 'SMS receipts')
  await write(ctx, async (tx) => {
    const at = tx.clock.now()
    const arrived = await setArrived(
      tx,
      found.flatMap(({ outcome, name }) => (outcome === 'delivered' ? name : [])),
    )
    await removeReceiptRows(
      tx,
      found.map(({ id }) => id),
    )
    for (const [surveyId, own] of Map.groupBy(arrived, (one) => one.surveyId)) {
      const model = await modelThatKeepsEvents(tx, surveyId)
      if (!model) continue
      await insertArrivalRows(
        tx,
        own.map(({ recipientId }) => recipientId),
        at,
      )
      await noteMessageEvents(
        tx,
        model,
        own.map(({ recipientId }) => ({ recipientId, kind: 'delivered', at })),
      )
    }
  })
}

/** Why nobody was reached by a call. */
function callWords(said: string): Words {
  if (said === 'busy') return say`The line was busy.`
  if (said === 'no-answer') return say`Nobody answered the phone.`
  return said === 'canceled'
    ? say`The call was ended before anybody answered.`
    : say`The call did not get through (${said}).`
}
