import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { storeLetters } from '#server/domain/letters/letter-store.ts'
import type { PrintedLetter } from '#server/domain/letters/office/office-process.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { insertKeptMails } from '#server/platform/mail/mail-queue.ts'
import type { NewMail } from '#server/platform/mail/mail-queue.ts'
import { noteMessageEvents } from '../events/note-events.ts'
import type { MessageEvent } from '../events/event-store.ts'
import { insertPartRows } from '../receipts/receipt-store.ts'
import { hashesOf } from '../rules/addresses.ts'
import { waysOf } from '../ways.ts'
import { releaseContacts } from '../rules/contact-ledger.ts'
import { suppressHashes } from '../rules/suppression.ts'
import type { ClaimedMessage } from './claim.ts'
import { countDomains } from './claim.ts'
import { fallOn } from './fall-on.ts'
import { noteTaken } from './limits.ts'
import { notePace } from './progress.ts'
import type { SendingCampaign } from './sending-campaign.ts'
import { storeEnds } from './store-ends.ts'
import type { End } from './store-ends.ts'

/** A message of a campaign with what became of it. */
export interface EndedMessage {
  sending: SendingCampaign
  message: ClaimedMessage
  end: End
  /** What is stored in place of sending it. */
  kept: NewMail | null
  /** The letter that it is. */
  letter: PrintedLetter | null
  /** What its operator calls its parts, where it reports whether they arrive. */
  parts: readonly string[]
}

/** So many are stored together, or those of so many ms. */
const together = 100
const longestWait = 100
/** Letters that wait to be stored are stored at once above so many bytes. */
const mostHeld = 8_000_000
/** Pauses before it is tried again where the database cannot be reached, in ms: less than a claim holds. */
const retryPauses = [200, 1000, 3000, 10_000, 30_000]

const keptWords = storeWords(say`Nothing is set up to send it: it is kept here to be read.`)

/** Stores what became of messages, many in one write, one write at a time. */
export class EndWriter {
  private readonly ctx: Ctx
  private readonly onStored: (ended: readonly EndedMessage[]) => void
  private waiting: EndedMessage[] = []
  private held = 0
  private timer: NodeJS.Timeout | null = null
  private writing: Promise<void> | null = null
  private fault: unknown = null

  constructor(ctx: Ctx, onStored: (ended: readonly EndedMessage[]) => void) {
    this.ctx = ctx
    this.onStored = onStored
  }

  /** Notes what became of a message; stored soon. */
  add(ended: EndedMessage): void {
    this.waiting.push(ended)
    this.held += ended.letter?.pdf.length ?? 0
    if (this.waiting.length >= together || this.held > mostHeld) void this.flush()
    else this.timer ??= setTimeout(() => void this.flush(), longestWait)
  }

  /** Stores everything. Throws where it cannot be stored: those messages stay under way until their claim expires. */
  async settle(): Promise<void> {
    while (this.waiting.length > 0 || this.writing) await this.flush()
    if (this.fault !== null) throw this.fault
  }

  /** Throws what has gone wrong. */
  demandSound(): void {
    if (this.fault !== null) throw this.fault
  }

  private async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    if (this.writing) return this.writing
    const batch = this.waiting.splice(0)
    this.held = 0
    if (batch.length === 0) return
    this.writing = this.store(batch)
    await this.writing
    this.writing = null
    if (this.waiting.length >= together) void this.flush()
    else if (this.waiting.length > 0) this.timer ??= setTimeout(() => void this.flush(), longestWait)
  }

  private async store(batch: readonly EndedMessage[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await write(this.ctx, (tx) => storeBatch(tx, batch))
        this.onStored(batch)
        return
      } catch (error) {
        const pause = retryPauses[attempt]
        if (pause === undefined) {
          this.fault = error
          return
        }
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }
}

async function storeBatch(tx: WriteTx<Ctx>, batch: readonly EndedMessage[]): Promise<void> {
  // A refusal is known for sure, a lost commit only makes a sent message one of unknown fate.
  await sql`set local synchronous_commit = off`.execute(tx.db)
  const stored = await storeEnds(
    tx,
    batch.map(({ message, end }) => ({ ...message, end })),
  )
  const ended = batch.filter(({ message }) => stored.has(message.id))
  await insertKeptMails(
    tx.db,
    ended.flatMap(({ kept }) => kept ?? []),
    keptWords,
  )
  await storeLetters(
    tx,
    ended.flatMap(({ message, letter }) => (letter ? { ...message, letter } : [])),
  )
  await insertPartRows(
    tx,
    ended.flatMap(({ parts, message }) => parts.map((name) => ({ name, recipientId: message.id }))),
    tx.clock.now(),
  )
  const byCampaign = Map.groupBy(ended, (one) => one.sending)
  for (const [sending, own] of byCampaign) await settleCampaign(tx, sending, own)
  // A report may have come before it was noted that a message was sent.
  for (const [{ campaign }, own] of byCampaign)
    if (waysOf(campaign).length > 1)
      await fallOn(
        tx,
        campaign.id,
        own.flatMap(({ message, end }) =>
          end.state === 'SENT' || (end.state === 'FAILED' && end.isRefused) ? message.id : [],
        ),
      )
  const at = tx.clock.now()
  for (const [{ model }, own] of byCampaign)
    await noteMessageEvents(
      tx,
      model,
      own.flatMap((one) => toldOf(one, at)),
    )
}

/**
 * What scripts are told of a message that was handed over, or refused because of its address. One whose operator reports whether
 * it arrives is told of then.
 */
function toldOf({ message: { id: recipientId }, end, parts }: EndedMessage, at: Date): MessageEvent[] {
  if (end.state === 'SENT' && parts.length > 0) return []
  if (end.state === 'SENT') return [{ recipientId, kind: 'delivered', at }]
  return end.state === 'FAILED' && end.isRefused ? [{ recipientId, kind: 'bounced', bounce: 'hard', at }] : []
}

/** The addresses that were refused: of a device its own, by which nobody else is told, and which is not shown. */
async function refusedAddresses(
  { db }: WriteTx<Ctx>,
  { way, universeId }: SendingCampaign['campaign'],
  refused: readonly ClaimedMessage[],
): Promise<{ address: string | null; hash: string }[]> {
  if (way !== 'PUSH') return refused.map(({ address, contact }) => ({ address, hash: contact.hash }))
  const hashes = await hashesOf(
    db,
    universeId,
    refused.map(({ address }) => address),
  )
  return hashes.map((hash) => ({ address: null, hash }))
}

/** Counts what was sent, and takes back what was noted of messages that were not. */
async function settleCampaign(
  tx: WriteTx<Ctx>,
  { campaign, rules, fromDomain }: SendingCampaign,
  ended: readonly EndedMessage[],
): Promise<void> {
  const { universeId } = campaign
  const unsent = ended.flatMap(({ message, end }) => (end.state === 'PENDING' || end.state === 'FAILED' ? message : []))
  for (const [time, own] of Map.groupBy(unsent, ({ takenAt }) => takenAt.getTime())) {
    if (campaign.fixedRecipient === null)
      await releaseContacts(
        tx,
        universeId,
        own.map(({ contact }) => contact),
        new Date(time),
      )
    const back = new Map([...countDomains(own)].map(([domain, count]) => [domain, -count]))
    await noteTaken(tx, { universeId, fromDomain }, back, rules, new Date(time))
  }
  const refused = ended.flatMap(({ message, end }) => (end.state === 'FAILED' && end.isRefused ? message : []))
  if (refused.length > 0)
    await tx.db
      .updateTable('campaign_count')
      .set((row) => ({ refused: row('refused', '+', refused.length) }))
      .where('campaign_id', '=', campaign.id)
      .execute()
  if (refused.length > 0 && campaign.fixedRecipient === null)
    await suppressHashes(tx, universeId, await refusedAddresses(tx, campaign, refused), 'bounced', campaign.id)
  await notePace(tx, campaign.id, ended.filter(({ end }) => end.state === 'SENT').length, tx.clock.now())
}
