import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { retryAfter, saidByProvider } from '#server/domain/campaigns/channels/provider-answer.ts'
import type { Ctx } from '#server/domain/context.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { callOut } from '#server/platform/egress.ts'
import type { EgressRules } from '#server/platform/egress.ts'
import { AppError } from '#server/platform/errors.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { claimDeliveries, noteArrived, noteFailed, removeDeliveries, storeOutcome } from './delivery-store.ts'
import type { ClaimedDelivery } from './delivery-store.ts'
import { bodiesOf } from './payload.ts'
import { pauseByFault } from './pause.ts'
import { signedHeaders } from './sign.ts'

/** Most messages to one webhook at a time. */
const each = 8
/** How long a webhook may take to answer, in ms. */
const answerTime = 10_000
/** How long a message stays claimed, in ms: longer than it can take. */
const leaseTime = 30_000
/** Most of an answer that is read, in bytes. */
const mostRead = 4096
/** Pauses before a message is tried again, in seconds; after the last one it has failed. */
const pauses = [5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600]
/** Longest pause that a webhook may ask for, in ms. */
const longestAsked = 3_600_000
/** After so long without a message that arrived, a webhook is paused, in ms. */
const givenUpAfter = 24 * 3_600_000

/** How a deliverer looks for work; times in ms. */
interface Options {
  /** Pause between two looks for what has become due. */
  look?: number
  /** How long it goes on looking when there is nothing to send: what is being written meanwhile gets no task of its own. */
  linger?: number
}

/** What a run did. */
export interface DeliveredSummary {
  delivered: number
  failed: number
}

/** How the other side answered. */
interface Answer {
  status: number | null
  text: string
  /** Why it did not take the message; null where it did. */
  reason: Words | null
  /** It asks for a pause, in ms. */
  pause: number
}

/** Sends what is due to webhooks: all of them side by side, so that one that does not answer holds up no other. */
export class Deliverer {
  private readonly ctx: Ctx
  private readonly options: Required<Options>
  private readonly underWay = new Set<Promise<void>>()
  private readonly done: DeliveredSummary = { delivered: 0, failed: 0 }

  constructor(ctx: Ctx, { look = 100, linger = 1000 }: Options = {}) {
    this.ctx = ctx
    this.options = { look, linger }
  }

  /** Sends until nothing is due. Ends early, by throwing its reason, when the signal is aborted. */
  async run(signal: AbortSignal, progress: (done: number) => void): Promise<DeliveredSummary> {
    let busyAt = performance.now()
    for (;;) {
      if (signal.aborted) {
        // What is under way is not taken back; what is not noted in time is sent again, under the same name.
        await Promise.race([Promise.all(this.underWay), wait(500)])
        signal.throwIfAborted()
      }
      if (await this.takeDue()) busyAt = performance.now()
      else if (this.underWay.size === 0 && performance.now() - busyAt >= this.options.linger) return this.done
      progress(this.done.delivered + this.done.failed)
      await Promise.race([...this.underWay, wait(this.options.look)])
    }
  }

  private async takeDue(): Promise<boolean> {
    const { ctx } = this
    const now = ctx.clock.now()
    const token = randomUUID()
    const leaseUntil = new Date(now.getTime() + leaseTime)
    const claimed = await claimDeliveries(ctx, { now, token, leaseUntil, each })
    if (claimed.length === 0) return false
    const bodies = await bodiesOf(ctx, claimed)
    const { allow } = (await readServerSettings(ctx.db)).egress
    const rules: EgressRules = {
      ...{ allow, allowPrivate: ctx.config.privateWebhooks },
      ...{ timeout: answerTime, maxBytes: mostRead, cutsAnswer: true },
    }
    await removeDeliveries(
      ctx,
      claimed.flatMap(({ id }) => (bodies.has(id) ? [] : id)),
    )
    for (const delivery of claimed) {
      const body = bodies.get(delivery.id)
      if (body !== undefined) this.follow(this.deliver(rules, delivery, token, body))
    }
    return true
  }

  private follow(sending: Promise<void>): void {
    const { log } = this.ctx
    const followed = sending
      .catch((error: unknown) => log.warn({ err: error }, 'What became of a message to a webhook could not be stored'))
      .finally(() => this.underWay.delete(followed))
    this.underWay.add(followed)
  }

  private async deliver(rules: EgressRules, delivery: ClaimedDelivery, token: string, body: string): Promise<void> {
    const { ctx } = this
    const began = performance.now()
    const { status, text, reason, pause } = await this.call(rules, delivery, body)
    const now = ctx.clock.now()
    const next = reason === null || status === 410 ? null : nextAttempt(delivery, now)
    const isLost = reason !== null && next === null
    // First, or another message would take its turn meanwhile. What somebody asked for tells nothing of a webhook that is paused.
    if (reason !== null && !delivery.isAsked) await this.noteFailure(delivery.webhookId, { now, status, pause })
    await storeOutcome(
      ctx,
      { id: delivery.id, token },
      {
        state: reason === null ? 'DELIVERED' : isLost ? 'FAILED' : 'WAITING',
        dueAt: next ?? now,
        ...{ status, answer: text, reason: reason && storeWords(reason) },
        ...{ tookMs: Math.round(performance.now() - began), sentAt: now },
      },
    )
    if (isLost) this.done.failed++
    if (reason === null) this.done.delivered++
    if (reason === null) await noteArrived(ctx, delivery.webhookId, now)
  }

  private async noteFailure(
    webhookId: number,
    { now, status, pause }: { now: Date; status: number | null; pause: number },
  ): Promise<void> {
    const { ctx } = this
    const notBefore = pause > 0 ? new Date(now.getTime() + Math.min(pause, longestAsked)) : null
    const since = await noteFailed(ctx, webhookId, { now, notBefore })
    if (status === 410) await pauseByFault(ctx, webhookId, 'gone')
    else if (since !== null && now.getTime() - since.getTime() >= givenUpAfter)
      await pauseByFault(ctx, webhookId, 'failing')
  }

  private async call(rules: EgressRules, delivery: ClaimedDelivery, body: string): Promise<Answer> {
    const { url, message, secret, formerSecret, formerUntil } = delivery
    const at = this.ctx.clock.now()
    const isBoth = formerSecret !== null && formerUntil !== null && at < formerUntil
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Gensvar-Webhooks',
      ...signedHeaders({ name: message, body, at }, isBoth ? [secret, formerSecret] : [secret]),
    }
    try {
      const { status, headers: given, body: said } = await callOut(rules, { url, method: 'POST', headers, body })
      const text = saidByProvider(said, [])
      return { status, text, reason: refusalOf(status), pause: retryAfter(given['retry-after'], at) }
    } catch (error) {
      if (error instanceof AppError) return { status: null, text: '', reason: error.words, pause: 0 }
      throw error
    }
  }
}

function refusalOf(status: number): Words | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400)
    return say`It answered with a redirect (status ${status}), and redirects are not followed.`
  if (status === 410) return say`It answered that it is gone for good (status ${status}).`
  return say`It answered with status ${status}.`
}

/** When a message is tried again; null where it is not. */
function nextAttempt({ attempts, isAsked }: ClaimedDelivery, now: Date): Date | null {
  const seconds = isAsked ? undefined : pauses[attempts - 1]
  if (seconds === undefined) return null
  // A tenth more or less, so that what failed together does not come back together.
  return new Date(now.getTime() + seconds * 1000 * (0.9 + Math.random() * 0.2))
}
