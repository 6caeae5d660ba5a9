import { setTimeout as wait } from 'node:timers/promises'
import { messageWays } from '@gensvar/contract/configuration/campaigns'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { BrokenTag } from '#server/domain/messages/message-text.ts'
import type { Progress } from '#server/domain/tasks/task-type.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { backgroundPauses } from '#server/platform/pauses.ts'
import { AppError } from '#server/platform/errors.ts'
import type { MessageWay } from '#server/platform/db-campaign-types.ts'
import type { Channel, Delivery } from '../channels/channel.ts'
import { openChannel } from '../channels/open-channel.ts'
import { ChannelLine } from './channel-line.ts'
import type { ReadyMessage } from './channel-line.ts'
import { claimMessages } from './claim.ts'
import type { ClaimedMessage } from './claim.ts'
import { EndWriter } from './end-writer.ts'
import type { EndedMessage } from './end-writer.ts'
import { noteLost } from './lost.ts'
import { planSending } from './plan.ts'
import type { PlannedCampaign } from './plan.ts'
import { removeOldPace } from './progress.ts'
import { CampaignFault, loadSendingCampaign } from './sending-campaign.ts'
import type { SendingCampaign } from './sending-campaign.ts'
import { pauseOnSpike, stopByFault } from './stop-by-itself.ts'
import type { End } from './store-ends.ts'

/** What a sender can be given in place of the usual. */
export interface SenderParts {
  open?: (way: MessageWay) => Channel
  /** Asked before each claim: whether anything may still be claimed. */
  mayClaim?: () => Promise<boolean>
  progress?: Progress
}

/** How a run of a sender ended. */
export interface SentSummary {
  sent: number
  /** When the next message is due; null where none waits. */
  nextAt: Date | null
}

/** Pause between two looks at what is to be sent, in ms: a pause of a campaign takes effect by it. */
const planPause = 500
/** What is due within so many ms is waited for. */
const patience = 15_000
/** Pauses before a message that was refused for now is tried again, in ms; after the last one it has failed. */
const retryPauses = [5, 15, 60, 240, 720].map((minutes) => minutes * 60_000)
/** Pause before a campaign is tried again whose messages could not be made for now, in ms. */
const busyPause = 30_000
/** Pause between two looks for messages whose worker has stopped, in ms. */
const lostPause = 30_000

/** Sends what is due of all started campaigns, in turn a batch of each, as far as limits allow. */
export class Sender {
  private readonly ctx: Ctx
  private readonly parts: SenderParts
  private readonly lines = new Map<MessageWay, ChannelLine>()
  private readonly loaded = new Map<string, { version: string; sending: SendingCampaign }>()
  private readonly writer: EndWriter
  private readonly pause = backgroundPauses()
  private plan: PlannedCampaign[] = []
  private plannedAt = -Infinity
  private lostAt = -Infinity
  /** Campaigns by their way of which nothing can be claimed before a moment: limits, or all that is due is taken. */
  private readonly rests = new Map<string, number>()
  private readonly toJudge = new Set<number>()
  private lastServed = 0
  private sent = 0
  /** Whether anything was stored, or is about to be, since it was last looked whether anything is left. */
  private hasStored = false
  private ring: () => void = () => {}

  constructor(ctx: Ctx, parts: SenderParts = {}) {
    this.ctx = ctx
    this.parts = parts
    this.writer = new EndWriter(ctx, (ended) => this.noteStored(ended))
  }

  /**
   * Sends until nothing is due soon, or the signal is aborted, which throws its reason: what is not handed over then goes
   * back at once.
   */
  async run(signal: AbortSignal): Promise<SentSummary> {
    const wake = (): void => this.ring()
    signal.addEventListener('abort', wake)
    try {
      while (!signal.aborted && (await this.step())) this.writer.demandSound()
    } finally {
      signal.removeEventListener('abort', wake)
      await this.finish()
    }
    signal.throwIfAborted()
    const now = this.ctx.clock.now().getTime()
    const due = this.plan.map(({ campaign, nextAt }) => {
      const rest = (this.rests.get(keyOf(campaign)) ?? 0) - performance.now()
      return Math.max(nextAt.getTime(), now + rest)
    })
    return { sent: this.sent, nextAt: due.length === 0 ? null : new Date(Math.min(...due)) }
  }

  /** Does the next thing there is to do, or waits for it; false where there is none. */
  private async step(): Promise<boolean> {
    await this.look()
    const next = this.nextCampaign()
    if (next) {
      await this.serve(next)
      return true
    }
    const isBusy = [...this.lines.values()].some((line) => line.isBusy)
    if (!isBusy && !this.isAwaited()) {
      if (!this.hasStored) return false
      // What could not be delivered by one way may have gone on by another.
      await this.writer.settle()
      this.hasStored = false
      this.plannedAt = -Infinity
      return true
    }
    await this.waitFor(isBusy ? planPause / 10 : planPause / 2)
    return true
  }

  /** Reads what is to be sent, where that was not done just now. */
  private async look(): Promise<void> {
    const now = performance.now()
    if (now - this.plannedAt < planPause) return
    if (now - this.lostAt > lostPause) {
      this.lostAt = now
      await noteLost(this.ctx)
      await removeOldPace(this.ctx.db, this.ctx.clock.now())
    }
    for (const id of this.toJudge) await pauseOnSpike(this.ctx, id)
    this.toJudge.clear()
    const mayClaim = (await this.parts.mayClaim?.()) ?? true
    this.plan = mayClaim ? await planSending(this.ctx.db) : []
    this.plannedAt = performance.now()
    if (!mayClaim) this.giveBack(() => true)
    await this.giveBackPaused()
    this.tell()
  }

  /** The campaign whose turn it is among those with something due, that can be sent now. */
  private nextCampaign(): PlannedCampaign | undefined {
    const now = performance.now()
    const time = this.ctx.clock.now()
    const able = this.plan.filter(({ campaign, nextAt }) => {
      const line = this.lines.get(campaign.way)
      const rest = this.rests.get(keyOf(campaign)) ?? 0
      return nextAt <= time && rest <= now && (!line || (line.isHungry && line.heldUntil <= now))
    })
    const inTurn = able.toSorted((a, b) => turnOf(a.campaign) - turnOf(b.campaign))
    return inTurn.find(({ campaign }) => turnOf(campaign) > this.lastServed) ?? inTurn[0]
  }

  /** Whether something is due so soon that it is waited for. */
  private isAwaited(): boolean {
    const soon = this.ctx.clock.now().getTime() + patience
    const now = performance.now()
    return this.plan.some(
      ({ campaign, nextAt }) => nextAt.getTime() <= soon && (this.rests.get(keyOf(campaign)) ?? 0) <= now + patience,
    )
  }

  /** Claims a batch of a campaign and puts it on its way. */
  private async serve(planned: PlannedCampaign): Promise<void> {
    const { campaign } = planned
    this.lastServed = turnOf(campaign)
    try {
      const line = this.lineOf(campaign.way)
      const sending = await this.load(planned)
      const { messages, unfit, limit } = await claimMessages(this.ctx, sending, line.wanted)
      if (unfit > 0) this.hasStored = true
      if (messages.length + unfit < line.wanted)
        this.rests.set(
          keyOf(campaign),
          performance.now() + (limit === 'warm-up' ? 60_000 : limit === 'pace' ? 1000 : planPause),
        )
      const isKnown = messages.every(({ templateId }) => templateId === null || sending.knowsTemplate(templateId))
      const loaded = isKnown ? sending : await this.reload(planned)
      for (const message of messages) {
        await this.pause()
        this.render(line, loaded, message)
      }
    } catch (error) {
      if (error instanceof CampaignFault) {
        await stopByFault(this.ctx, campaign, error.words)
        this.plannedAt = -Infinity
      } else if (error instanceof AppError && error.code === 'unavailable') {
        // Such as a compiler of mails that is too busy: the others need not wait for it.
        this.ctx.log.warn({ err: error, campaign: campaign.id }, 'A campaign has to wait')
        this.rests.set(keyOf(campaign), performance.now() + busyPause)
      } else throw error
    }
  }

  private async load(planned: PlannedCampaign): Promise<SendingCampaign> {
    const known = this.loaded.get(keyOf(planned.campaign))
    return known?.version === planned.version ? known.sending : this.reload(planned)
  }

  private async reload({ campaign, version }: PlannedCampaign): Promise<SendingCampaign> {
    const sending = await loadSendingCampaign(this.ctx, campaign)
    this.loaded.set(keyOf(campaign), { version, sending })
    return sending
  }

  private lineOf(way: MessageWay): ChannelLine {
    let line = this.lines.get(way)
    if (line) return line
    const channel = this.parts.open?.(way) ?? this.open(way)
    line = new ChannelLine(channel, (ready, delivery) => this.noteDelivery(ready, delivery))
    this.lines.set(way, line)
    return line
  }

  private open(way: MessageWay): Channel {
    try {
      return openChannel(this.ctx, way)
    } catch (error) {
      throw error instanceof AppError ? new CampaignFault(error.words) : error
    }
  }

  /** Renders a message and gives it to its channel; one that cannot be rendered fails alone. */
  private render(line: ChannelLine, sending: SendingCampaign, message: ClaimedMessage): void {
    const { id, responseId, language, row, attempts } = message
    try {
      const { prepared, sender } = sending.templateOf(message)
      const rendered = prepared.render({ recipientId: id, responseId, language, row })
      line.add({
        ...{ sending, message },
        prepared: line.prepare({
          ...rendered,
          ...{ to: message.address, sender, key: sending.keyOf(id, attempts), bouncesTo: sending.bouncesTo(id) },
          callAt: sending.callAt(id),
        }),
      })
    } catch (error) {
      if (!(error instanceof BrokenTag)) throw error
      this.end({ sending, message }, { state: 'FAILED', reason: storeWords(error.words), isRefused: false })
    }
  }

  private noteDelivery({ sending, message }: ReadyMessage, delivery: Delivery): void {
    this.end({ sending, message }, this.endOf(message, delivery), {
      kept: delivery.outcome === 'kept' ? delivery.mail : null,
      letter: delivery.outcome === 'printed' ? delivery.letter : null,
      parts: delivery.outcome === 'sent' ? (delivery.parts ?? []) : [],
    })
    const { way } = sending.campaign
    if (delivery.outcome === 'unreachable') this.giveBack((other) => other.sending.campaign.way === way)
    this.ring()
  }

  private endOf({ attempts }: ClaimedMessage, delivery: Delivery): End {
    switch (delivery.outcome) {
      case 'sent':
      case 'kept':
      case 'printed':
        return { state: 'SENT' }
      case 'unknown':
        return { state: 'UNKNOWN', reason: storeWords(delivery.reason) }
      case 'unreachable':
        return { state: 'PENDING', reason: storeWords(delivery.reason), sendAt: null, isTried: false }
      case 'failed':
        this.ctx.log.error({ err: delivery.error }, 'A message could not be prepared')
        return { state: 'FAILED', reason: storeWords(say`The message could not be written.`), isRefused: false }
      case 'refused': {
        const reason = storeWords(delivery.reason)
        const pause = delivery.isTemporary ? retryPauses[attempts - 1] : undefined
        if (pause !== undefined)
          return { state: 'PENDING', reason, sendAt: new Date(this.ctx.clock.now().getTime() + pause), isTried: true }
        return { state: 'FAILED', reason, isRefused: delivery.isAddress && !delivery.isTemporary }
      }
    }
  }

  private end(
    of: Pick<EndedMessage, 'sending' | 'message'>,
    end: End,
    stored: Pick<EndedMessage, 'kept' | 'letter' | 'parts'> = { kept: null, letter: null, parts: [] },
  ): void {
    this.hasStored = true
    this.writer.add({ ...of, end, ...stored })
  }

  private noteStored(ended: readonly EndedMessage[]): void {
    for (const { sending, end } of ended) {
      if (end.state === 'SENT') this.sent++
      if (end.state === 'FAILED' && end.isRefused) this.toJudge.add(sending.campaign.id)
    }
    this.tell()
  }

  /** Gives back what is claimed of campaigns that were paused meanwhile. */
  private async giveBackPaused(): Promise<void> {
    const queued = new Set<number>()
    for (const line of this.lines.values()) for (const id of line.campaignIds) queued.add(id)
    if (queued.size === 0) return
    const rows = await this.ctx.db
      .selectFrom('campaign')
      .select('id')
      .where('id', 'in', [...queued])
      .where('state', '=', 'STARTED')
      .execute()
    const started = new Set(rows.map(({ id }) => id))
    this.giveBack(({ message }) => !started.has(message.campaignId))
  }

  private giveBack(which: (ready: ReadyMessage) => boolean): void {
    for (const line of this.lines.values())
      for (const { sending, message } of line.takeBack(which))
        this.end({ sending, message }, { state: 'PENDING', reason: null, sendAt: null, isTried: false })
  }

  /** Gives back what is not handed over yet, and waits for the end of what is. */
  private async finish(): Promise<void> {
    this.giveBack(() => true)
    while ([...this.lines.values()].some((line) => line.isBusy)) await this.waitFor(planPause / 10)
    for (const line of this.lines.values()) line.close()
    await this.writer.settle()
  }

  private async waitFor(time: number): Promise<void> {
    const stop = new AbortController()
    const { promise: rung, resolve } = Promise.withResolvers<void>()
    this.ring = resolve
    await Promise.race([rung, wait(time, null, { signal: stop.signal }).catch(() => null)])
    stop.abort()
  }

  private tell(): void {
    const left = this.plan.reduce((sum, { pending }) => sum + pending, 0)
    this.parts.progress?.({ done: this.sent, total: this.sent + left, words: this.words() })
  }

  private words(): Words {
    for (const { heldWords } of this.lines.values()) if (heldWords) return say`Waits: ${heldWords}`
    const ids = new Set(this.plan.map(({ campaign }) => campaign.id))
    return say`Campaigns: ${new Count(ids.size)}`
  }
}

/** Names a campaign as one of its ways sends it. */
function keyOf({ id, way }: PlannedCampaign['campaign']): string {
  return `${id} ${way}`
}

/** The place of a campaign, or of one of its ways, in the round in which all have their turn. */
function turnOf({ id, way }: PlannedCampaign['campaign']): number {
  return id * messageWays.length + messageWays.indexOf(way)
}
