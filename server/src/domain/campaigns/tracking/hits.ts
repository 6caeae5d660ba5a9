import { programContext } from '#server/domain/context.ts'
import type { Deps } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { takeBackEventRows } from '../events/event-store.ts'
import type { MessageEvent } from '../events/event-store.ts'
import { noteMessageEvents } from '../events/note-events.ts'
import { countHitRows, insertHitEvents, readHitRecipients } from './hit-store.ts'
import type { CountedHit, HitRecipient, TurnedMessage } from './hit-store.ts'
import { modelThatKeepsEvents } from './keeps-events.ts'
import { RecentClicks, behindAgent, isTooEarly } from './machines.ts'

/** A request for the picture or a link of a message. */
export interface Hit {
  kind: 'open' | 'click'
  universeId: number
  recipientId: number
  userAgent: string | undefined
  at: Date
  /** Where the link leads, and how many the message has; of a click only. */
  address?: string
  links?: number
}

/** How long hits wait to be written together, in ms. */
const pause = 200
/** Most hits that wait; more are left out, so that a flood of them takes no memory. */
const mostWaiting = 50_000
/** Hits of one write. */
const batch = 500

/**
 * Counts opens and clicks of messages. They are written together, some times a second: each changes the counts of its
 * campaign, which one after the other would wait for each other. What a server had not written when it was killed is lost.
 */
export class Hits {
  private readonly deps: Deps
  private readonly recent = new RecentClicks()
  private waiting: Hit[] = []
  private timer: NodeJS.Timeout | null = null
  private writing: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.deps = deps
  }

  /** Has a hit counted soon. */
  add(hit: Hit): void {
    if (this.waiting.length >= mostWaiting) return
    this.waiting.push(hit)
    this.timer ??= setTimeout(() => void this.flush(), pause)
  }

  /** Writes what waits; resolves when it is written. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const hits = this.waiting
    this.waiting = []
    this.writing = this.writing.then(async () => {
      for (let at = 0; at < hits.length; at += batch)
        await this.count(hits.slice(at, at + batch)).catch((error: unknown) =>
          this.deps.log.warn({ err: error }, 'opens and clicks of messages could not be counted'),
        )
    })
    return this.writing
  }

  private async count(hits: readonly Hit[]): Promise<void> {
    const recipients = await readHitRecipients(
      this.deps.db,
      hits.map(({ recipientId }) => recipientId),
    )
    const named = await this.namedSurveys(new Set([...recipients.values()].map(({ surveyId }) => surveyId)))
    const counted: CountedHit[] = []
    for (const hit of hits) {
      const recipient = recipients.get(hit.recipientId)
      if (recipient?.universeId !== hit.universeId) continue
      const judged = this.judged(hit, recipient, !named.has(recipient.surveyId))
      counted.push(turnBack(counted, judged))
    }
    if (counted.length === 0) return
    await write(programContext(this.deps, 'tracking'), async (tx) => {
      const turned = await countHitRows(tx, counted)
      await insertHitEvents(
        tx,
        counted.filter((one) => !one.isAnonymous),
      )
      // Figures and scripts ask for who opened and who clicked, and of an anonymous survey nobody may.
      const toldSurveys = [...Map.groupBy(turned, ({ surveyId }) => surveyId)].flatMap(([surveyId, rows]) => {
        const model = named.get(surveyId)
        return model ? [{ model, rows }] : []
      })
      for (const { model, rows } of toldSurveys)
        await tx.changed(model.id, [...new Set(rows.map(({ responseId }) => responseId))])
      await takeBackEventRows(tx, turned.flatMap(takenBack))
      for (const { model, rows } of toldSurveys) await noteMessageEvents(tx, model, rows.flatMap(firstTimes))
    })
  }

  private judged(hit: Hit, { sentAt, recipientId }: HitRecipient, isAnonymous: boolean): CountedHit {
    const { kind, userAgent, at, address = '', links = 1 } = hit
    const behind = behindAgent(kind, userAgent)
    const isEarly = !behind.isMachine && isTooEarly(at, sentAt)
    const isPerson = !behind.isMachine && !isEarly
    const before = kind === 'click' ? this.recent.note(recipientId, address, { links, at, isPerson }) : null
    const seen = isEarly ? 'early' : isPerson && before !== null ? 'burst' : behind.seen
    return {
      recipientId,
      kind,
      at,
      isAnonymous,
      address,
      isMachine: !isPerson || before !== null,
      seen,
      before: before ?? 0,
    }
  }

  /** Those of surveys of which it may be kept who did what. */
  private async namedSurveys(surveyIds: ReadonlySet<number>): Promise<Map<number, SurveyModel>> {
    const found = new Map<number, SurveyModel>()
    for (const surveyId of surveyIds) {
      const model = await modelThatKeepsEvents(this.deps, surveyId)
      if (model) found.set(surveyId, model)
    }
    return found
  }
}

/** What scripts are told of a message. */
function firstTimes({ recipientId, openedAt, clickedAt }: TurnedMessage): MessageEvent[] {
  return [
    ...(openedAt ? [{ recipientId, kind: 'opened' as const, at: openedAt }] : []),
    ...(clickedAt ? [{ recipientId, kind: 'clicked' as const, at: clickedAt }] : []),
  ]
}

/** What was a program's of what scripts would be told of a message. */
function takenBack({
  recipientId,
  isUnopened,
  isUnclicked,
}: TurnedMessage): Pick<MessageEvent, 'recipientId' | 'kind'>[] {
  return [
    ...(isUnopened ? [{ recipientId, kind: 'opened' as const }] : []),
    ...(isUnclicked ? [{ recipientId, kind: 'clicked' as const }] : []),
  ]
}

/**
 * A hit by which clicks before it turn out to be a program's: those among the hits of the same write are changed, and the
 * others are left for the store.
 */
function turnBack(counted: CountedHit[], hit: CountedHit): CountedHit {
  let { before } = hit
  for (const earlier of counted.toReversed()) {
    if (before === 0) break
    if (earlier.recipientId !== hit.recipientId || earlier.kind !== 'click' || earlier.isMachine) continue
    earlier.isMachine = true
    earlier.seen = 'burst'
    before--
  }
  return { ...hit, before }
}
