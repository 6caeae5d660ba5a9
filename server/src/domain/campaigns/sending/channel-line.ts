import type { Channel, Delivery, PreparedMessage } from '../channels/channel.ts'
import type { ClaimedMessage } from './claim.ts'
import type { SendingCampaign } from './sending-campaign.ts'

/** A message that is ready to be handed over. */
export interface ReadyMessage {
  sending: SendingCampaign
  message: ClaimedMessage
  prepared: Promise<PreparedMessage>
}

/** Pauses while nothing can be sent, one after the other, the last again and again; in ms. */
const holdPauses = [2, 10, 30, 60].map((seconds) => seconds * 1000)
/** Longest pause that the other side may ask for, in ms. */
const longestHold = 3_600_000
/** What is sent is counted over so many ms. */
const measured = 1000
/** Fewest and most messages that are claimed at a time. */
const mostClaimed = 100
/** Share of a second that is claimed at a time: a pause has to take effect soon. */
const ahead = 0.25

/** The messages of one channel on their way, as many at a time as it has lanes. */
export class ChannelLine {
  /** Nothing is claimed before this moment, because nothing could be sent. */
  heldUntil = 0
  /** Why. */
  heldWords: (Delivery & { outcome: 'unreachable' })['reason'] | null = null
  private readonly channel: Channel
  private readonly onDelivered: (ready: ReadyMessage, delivery: Delivery) => void
  private readonly queue: ReadyMessage[] = []
  private underWay = 0
  private failures = 0
  private counted = { from: performance.now(), sent: 0, rate: 0 }

  constructor(channel: Channel, onDelivered: (ready: ReadyMessage, delivery: Delivery) => void) {
    this.channel = channel
    this.onDelivered = onDelivered
  }

  /** How many messages to claim next: what is sent in a quarter of a second, and at least one for each lane. */
  get wanted(): number {
    return Math.min(mostClaimed, Math.max(this.channel.lanes, Math.ceil(this.counted.rate * ahead)))
  }

  /** Whether so little waits that more has to be claimed. */
  get isHungry(): boolean {
    return this.queue.length <= this.wanted / 2
  }

  /** Campaigns of the messages that are not handed over yet. */
  get campaignIds(): Set<number> {
    return new Set(this.queue.map(({ message }) => message.campaignId))
  }

  /** Whether something is on its way. */
  get isBusy(): boolean {
    return this.underWay > 0 || this.queue.length > 0
  }

  /** Has a message handed over as soon as a lane is free. */
  add(ready: ReadyMessage): void {
    // What it rejects with is met where it is awaited.
    ready.prepared.catch(() => {})
    this.queue.push(ready)
    this.pump()
  }

  /** Begins to prepare a message. */
  prepare(...message: Parameters<Channel['prepare']>): Promise<PreparedMessage> {
    return this.channel.prepare(...message)
  }

  /** Takes out some of the messages that are not handed over yet. */
  takeBack(which: (ready: ReadyMessage) => boolean): ReadyMessage[] {
    const { true: taken = [], false: rest = [] } = Object.groupBy(this.queue.splice(0), (one) => `${which(one)}`)
    this.queue.push(...rest)
    return taken
  }

  /** Ends what the channel holds open. */
  close(): void {
    this.channel.close()
  }

  private pump(): void {
    while (this.underWay < this.channel.lanes && this.heldUntil <= performance.now()) {
      const ready = this.queue.shift()
      if (!ready) return
      this.underWay++
      void this.deliver(ready)
    }
  }

  private async deliver(ready: ReadyMessage): Promise<void> {
    let delivery: Delivery
    try {
      delivery = await (await ready.prepared).send()
    } catch (error) {
      delivery = { outcome: 'failed', error }
    }
    this.underWay--
    if (delivery.outcome === 'unreachable') this.hold(delivery)
    else this.count()
    this.onDelivered(ready, delivery)
    this.pump()
  }

  private hold({ reason, retryAfter = 0 }: Delivery & { outcome: 'unreachable' }): void {
    // Those that were on their way together fail together.
    if (this.heldUntil > performance.now()) return
    const pause = Math.max(
      Math.min(retryAfter, longestHold),
      holdPauses[Math.min(this.failures++, holdPauses.length - 1)] ?? 0,
    )
    this.heldUntil = performance.now() + pause
    this.heldWords = reason
  }

  private count(): void {
    this.failures = 0
    this.heldWords = null
    const now = performance.now()
    const { from } = this.counted
    this.counted.sent++
    if (now - from < measured) return
    this.counted = { from: now, sent: 0, rate: (this.counted.sent * 1000) / (now - from) }
  }
}
