import type { Deps } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { countReceipts, insertReceiptRows, removeOldRows } from './receipt-store.ts'
import type { NamedReceipt } from './receipt-store.ts'
import { takeReceipts } from './take-receipts.ts'

/** How long reports wait to be stored together, in ms. */
const pause = 50
/** Pauses before reports whose message was not known are looked at again, in ms: it may be stored only now. */
const looks = { first: 200, most: 60_000 }
const hour = 3_600_000
const day = 24 * hour
/** How long reports of unknown messages are kept, and the names of parts, in ms. */
const kept = { receipts: 3 * day, parts: 60 * day }

/** Takes reports of operators: a report is confirmed once it is stored, so that none is lost, whatever is stopped. */
export class ReceiptInbox {
  private readonly deps: Deps
  private waiting: { receipt: NamedReceipt; stored: PromiseWithResolvers<void> }[] = []
  private timer: NodeJS.Timeout | null = null
  private look: NodeJS.Timeout | null = null
  private looking: Promise<void> = Promise.resolve()
  private nextLook = looks.first
  private isClosed = false
  private removedAt = -Infinity

  constructor(deps: Deps) {
    this.deps = deps
    this.lookSoon()
  }

  /** Resolves once the report is stored; rejects where it cannot be, so that the operator sends it again. */
  take(receipt: NamedReceipt): Promise<void> {
    const stored = Promise.withResolvers<void>()
    this.waiting.push({ receipt, stored })
    this.timer ??= setTimeout(() => void this.store(), pause)
    return stored.promise
  }

  /** Stops looking for the messages of reports; those that wait are taken by whoever comes next. */
  async close(): Promise<void> {
    this.isClosed = true
    if (this.look) clearTimeout(this.look)
    if (this.timer) await this.store()
    await this.looking
  }

  private async store(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const batch = this.waiting.splice(0)
    try {
      await write(programContext(this.deps, 'SMS receipts'), (tx) =>
        insertReceiptRows(
          tx,
          batch.map(({ receipt }) => receipt),
        ),
      )
      for (const { stored } of batch) stored.resolve()
      this.nextLook = looks.first
      this.lookSoon()
    } catch (error) {
      this.deps.log.warn(
        { err: error },
        'reports of text messages could not be stored; the operator is told to try again',
      )
      for (const { stored } of batch) stored.reject(error as Error)
    }
  }

  private lookSoon(): void {
    if (this.isClosed) return
    if (this.look) clearTimeout(this.look)
    this.look = setTimeout(() => (this.looking = this.looking.then(() => this.lookNow())), this.nextLook)
    this.look.unref()
  }

  /** Once an hour. */
  private async removeOld(): Promise<void> {
    const { deps } = this
    const now = deps.clock.now().getTime()
    if (now - this.removedAt < hour) return
    this.removedAt = now
    await write(programContext(deps, 'SMS receipts'), (tx) =>
      removeOldRows(tx, new Date(now - kept.receipts), new Date(now - kept.parts)),
    )
  }

  private async lookNow(): Promise<void> {
    const { deps } = this
    try {
      const taken = await takeReceipts(deps)
      await this.removeOld()
      if ((await countReceipts(deps.db)) === 0) return
      this.nextLook = taken > 0 ? looks.first : Math.min(looks.most, this.nextLook * 2)
    } catch (error) {
      if (this.isClosed || deps.pool.ending) return
      deps.log.warn({ err: error }, 'reports of text messages could not be taken; it is tried again')
      this.nextLook = looks.most
    }
    this.lookSoon()
  }
}
