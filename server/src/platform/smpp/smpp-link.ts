import { setTimeout as wait } from 'node:timers/promises'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Logger } from '../log.ts'
import type { SmppSettings } from '../sms-settings.ts'
import { statuses } from './pdu.ts'
import type { ShortMessage } from './pdu.ts'
import { readReceipt, statusName } from './receipt.ts'
import type { SmppReceipt } from './receipt.ts'
import { BindRefused, SmppSession } from './smpp-session.ts'
import type { SmppTimes } from './smpp-session.ts'

/** What became of a message at the message centre. */
export type Handed =
  | { outcome: 'accepted'; id: string }
  | { outcome: 'refused'; status: number }
  /** The link was lost, or nothing was said in time, after it had been written: the message centre may have it. */
  | { outcome: 'unknown' }
  /** It was not handed over: the message centre cannot be reached, lets nobody in, or has too much to do. */
  | { outcome: 'unreachable'; reason: Words }

/** Times of a link, in ms. */
export interface LinkTimes extends SmppTimes {
  /** Pauses before it is connected again, one after the other, the last again and again. */
  backOff: readonly number[]
  /** Longest time that a message waits because there is too much to do. */
  patience: number
  /** Pause after the message centre said that it was too much. */
  throttle: number
}

const usualTimes: LinkTimes = {
  ...{ connect: 15_000, answer: 15_000, enquire: 30_000, patience: 60_000, throttle: 1000 },
  backOff: [1, 2, 5, 10, 30, 60].map((seconds) => seconds * 1000),
}

/** Answers by which a message is too much for now. */
const tooMuch: ReadonlySet<number> = new Set([statuses.ESME_RTHROTTLED, statuses.ESME_RMSGQFUL])
/** Shortest and longest pause between two messages once something was too much, in ms. */
const gaps = { first: 4, most: 250 }
/** How fast the pause becomes shorter with each message that is taken. */
const recovery = 0.97

/** A link to a message centre, connected while somebody needs it, as many messages at a time as its window holds. */
export class SmppLink {
  private readonly settings: SmppSettings
  private readonly times: LinkTimes
  private readonly log: Logger
  private readonly onReceipt: (receipt: SmppReceipt) => Promise<void>
  private session: SmppSession | null = null
  private opening: Promise<SmppSession | null> | null = null
  private failures = 0
  private failedAt = -Infinity
  private fault: Words = unreachable
  private holders = 0
  private free: number
  private readonly waiting: (() => void)[] = []
  /** Pause between two messages, and when the next one may be written. */
  private gap = 0
  private nextAt = -Infinity
  private slowedAt = -Infinity
  private revival: NodeJS.Timeout | null = null

  /** `onReceipt` is told of receipts: each is confirmed once that has resolved. */
  constructor(
    settings: SmppSettings,
    parts: { log: Logger; onReceipt: (receipt: SmppReceipt) => Promise<void>; times?: Partial<LinkTimes> },
  ) {
    this.settings = settings
    this.times = { ...usualTimes, ...parts.times }
    this.log = parts.log
    this.onReceipt = parts.onReceipt
    this.free = settings.window
  }

  /** Keeps the link connected, connecting again when it is lost, until it is let go as often as it was taken. */
  hold(): void {
    if (this.holders++ === 0) void this.connected()
  }

  /** Lets it go; it is closed once nobody holds it. */
  async release(): Promise<void> {
    if (--this.holders > 0) return
    if (this.revival) clearTimeout(this.revival)
    this.revival = null
    const session = this.session ?? (await this.opening)
    if (this.holders > 0) return
    this.session = null
    await session?.close()
  }

  /** Hands a message over; never rejects. It is written once at most, but for one that was too much for now. */
  async submit(message: ShortMessage): Promise<Handed> {
    await this.takePlace()
    try {
      return await this.hand(message)
    } finally {
      this.free++
      this.waiting.shift()?.()
    }
  }

  private async hand(message: ShortMessage): Promise<Handed> {
    const latest = performance.now() + this.times.patience
    for (;;) {
      await this.pace()
      const session = await this.connected()
      if (!session) return { outcome: 'unreachable', reason: this.fault }
      const writtenAt = performance.now()
      const submitted = await session.submit(message)
      if (submitted.outcome === 'unsent') continue
      if (submitted.outcome === 'refused' && tooMuch.has(submitted.status)) {
        this.slowDown(writtenAt)
        if (performance.now() > latest) return { outcome: 'unreachable', reason: tooMuchWords(submitted.status) }
        continue
      }
      if (submitted.outcome === 'accepted') this.gap = this.gap * recovery < 1 ? 0 : this.gap * recovery
      return submitted
    }
  }

  /** The connection; null where there is none for now. */
  private connected(): Promise<SmppSession | null> {
    if (this.session?.isOpen) return Promise.resolve(this.session)
    const { backOff } = this.times
    const pause = this.failures === 0 ? 0 : (backOff[Math.min(this.failures, backOff.length) - 1] ?? 0)
    if (!this.opening && performance.now() < this.failedAt + pause) return Promise.resolve(null)
    this.opening ??= this.open().finally(() => (this.opening = null))
    return this.opening
  }

  private async open(): Promise<SmppSession | null> {
    try {
      const session = await SmppSession.open(this.settings, this.times, {
        onMessage: async (message) => {
          const receipt = readReceipt(message)
          if (receipt) await this.onReceipt(receipt)
        },
        onEnd: () => this.lose(session),
      })
      this.session = session
      this.failures = 0
      return session
    } catch (error) {
      const refused = error instanceof BindRefused ? error.status : null
      this.fault = refused === null ? unreachable : refusedWords(refused)
      const because = refused === null ? (error as Error).message : statusName(refused)
      this.log.warn({ because, host: this.settings.host }, 'the message centre of SMS cannot be used')
      this.failedAt = performance.now()
      this.failures++
      this.revive()
      return null
    }
  }

  private lose(session: SmppSession): void {
    if (this.session !== session) return
    this.session = null
    this.log.warn({ host: this.settings.host }, 'the link to the message centre of SMS was lost')
    // The first attempt to connect again is made at once, the others after pauses.
    this.revive()
  }

  private revive(): void {
    if (this.holders === 0 || this.revival) return
    const { backOff } = this.times
    this.revival = setTimeout(
      () => {
        this.revival = null
        if (this.holders > 0) void this.connected()
      },
      (backOff[Math.min(Math.max(this.failures, 1), backOff.length) - 1] ?? 0) + 5,
    )
    this.revival.unref()
  }

  /** Waits until the next message may be written. */
  private async pace(): Promise<void> {
    for (;;) {
      const left = this.nextAt - performance.now()
      if (left <= 0) break
      await wait(left)
    }
    this.nextAt = performance.now() + this.gap
  }

  /** Doubles the pause between messages, once for those that were written together. */
  private slowDown(writtenAt: number): void {
    const now = performance.now()
    this.nextAt = Math.max(this.nextAt, now + this.times.throttle)
    if (writtenAt < this.slowedAt) return
    this.slowedAt = now
    this.gap = Math.min(gaps.most, Math.max(gaps.first, this.gap * 2))
  }

  private async takePlace(): Promise<void> {
    while (this.free <= 0) await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.free--
  }
}

const unreachable = say`The message centre of the SMS operator cannot be reached.`

function refusedWords(status: number): Words {
  return say`The SMS operator does not let this server in (${statusName(status)}).`
}

function tooMuchWords(status: number): Words {
  return say`The SMS operator takes no more messages for now (${statusName(status)}).`
}
