import type { Ctx, Deps } from '#server/domain/context.ts'
import type { NoticeHub } from '#server/domain/notices/hub.ts'
import { readUnread } from '#server/domain/notices/read-notices.ts'
import { identifyById } from '#server/domain/rights/sessions.ts'
import { stillThere } from '#server/platform/event-stream.ts'
import type { StreamEvent } from '#server/platform/event-stream.ts'
import { Waiter } from '#server/platform/waiter.ts'
import { startVersionById } from '#server/features/surveys/service.ts'
import { noticeOf } from './service.ts'

/** How often a stream looks whether its session still exists, in ms. */
const beat = 20_000
/** Beats after which it also looks for what a broken connection to the database may have missed. */
const beatsBetweenLooks = 3
/** Streams of one user in this process; with one more, the oldest ends. */
const mostOfUser = 10
/** Most new notices that are sent at once; of more, only the number is told. */
const mostAtOnce = 20
/** How long a notice waits for the figures to include what it tells of, in ms. */
const figuresWithin = 2_000

/** What a stream begins with. */
export async function* presentEvents(ctx: Ctx): AsyncGenerator<StreamEvent> {
  yield { event: 'unread', data: { unread: (await readUnread(ctx)).length } }
}

/** The open streams of this process. */
export class NoticeStreams {
  private readonly hub: NoticeHub
  private readonly open = new Map<number, Set<() => void>>()

  constructor(hub: NoticeHub) {
    this.hub = hub
  }

  /**
   * The events of a caller's stream until their session ends or `closed` is aborted. What they may see is read anew for
   * each event.
   */
  async *events(
    deps: Deps,
    { sessionId, userId }: Ctx['identity'],
    closed: AbortSignal,
  ): AsyncGenerator<StreamEvent | typeof stillThere> {
    const ending = new AbortController()
    const end = (): void => ending.abort()
    closed.addEventListener('abort', end)
    const others = this.open.get(userId) ?? new Set()
    if (others.size >= mostOfUser) [...others][0]?.()
    this.open.set(userId, others.add(end))
    const waiter = new Waiter(ending.signal)
    const configured = new Set<number>()
    const stopListening = this.hub.listen(userId, {
      noticesChanged: () => waiter.wake(),
      configurationChanged(surveyId) {
        configured.add(surveyId)
        waiter.wake()
      },
    })
    try {
      await this.hub.open()
      yield* this.told(deps, sessionId, { waiter, configured }, ending.signal)
    } finally {
      stopListening()
      closed.removeEventListener('abort', end)
      others.delete(end)
      if (others.size === 0 && this.open.get(userId) === others) this.open.delete(userId)
    }
  }

  private async *told(
    deps: Deps,
    sessionId: number,
    { waiter, configured }: { waiter: Waiter; configured: Set<number> },
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent | typeof stillThere> {
    let told: ReadonlySet<number> | null = null
    let last = -1
    for (let beats = 0; !signal.aborted;) {
      const identity = await identifyById(deps, sessionId)
      if (!identity) return
      yield* configurationEvents({ ...deps, identity }, configured)
      const unread = await readUnread({ ...deps, identity })
      if (told !== null) {
        const before: ReadonlySet<number> = told
        const added = unread.filter(({ row }) => !before.has(row.id))
        // A reader looks at once, and must find the alert also in the counts.
        if (added.length > 0) await deps.analytics.upToDate(deps.pool, figuresWithin)
        for (const one of added.slice(0, mostAtOnce).toReversed()) yield { event: 'notice', data: noticeOf(one) }
      }
      told = new Set([...(told ?? []), ...unread.map(({ row }) => row.id)])
      if (unread.length !== last) yield { event: 'unread', data: { unread: (last = unread.length) } }
      while (!signal.aborted && !(await waiter.wait(beat))) {
        if (!(await identifyById(deps, sessionId))) return
        yield stillThere
        await this.hub.open()
        if (++beats % beatsBetweenLooks === 0) break
      }
    }
  }

  /** Ends all streams. */
  stop(): void {
    for (const streams of this.open.values()) for (const end of streams) end()
  }
}

/** Tells of the surveys that have another configuration, if the reader may open them. */
async function* configurationEvents(
  ctx: Deps & Pick<Ctx, 'identity'>,
  surveyIds: Set<number>,
): AsyncGenerator<StreamEvent> {
  const changed = [...surveyIds]
  surveyIds.clear()
  for (const surveyId of changed) {
    const start = await startVersionById(ctx, surveyId)
    if (start) yield { event: 'configuration', data: start }
  }
}
