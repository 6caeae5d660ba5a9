import type { Ctx, Deps } from '#server/domain/context.ts'
import type { NoticeHub } from '#server/domain/notices/hub.ts'
import type { MovedFigures } from '#server/domain/notices/moved-figures.ts'
import { readUnread } from '#server/domain/notices/read-notices.ts'
import { identifyById } from '#server/domain/rights/sessions.ts'
import { nextTurnOf, shownMessage } from '#server/domain/system-message.ts'
import { stillThere } from '#server/platform/event-stream.ts'
import type { StreamEvent } from '#server/platform/event-stream.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { Waiter } from '#server/platform/waiter.ts'
import { openSurveyNames, startVersionById } from '#server/features/surveys/service.ts'
import { noticeOf } from './service.ts'

/** How often a stream looks whether its session still exists, in ms. */
const beat = 20_000
/** Beats after which it also looks for what a broken connection to the database may have missed. */
const beatsBetweenLooks = 3
/** Streams of one user in this process; with one more, the oldest ends. */
const mostOfUser = 10
/** Most new notices that are sent at once; of more, only the number is told. */
const mostAtOnce = 20
/** Shortest pause before a look whether the message to everybody begins or ends, in ms. */
const shortestWait = 100
/** How long a notice waits for the figures to include what it tells of, in ms. */
const figuresWithin = 2_000

/** What a stream begins with. */
export async function* presentEvents(ctx: Ctx): AsyncGenerator<StreamEvent> {
  yield { event: 'unread', data: { unread: (await readUnread(ctx)).length } }
  yield { event: 'system-message', data: { message: (await messageNow(ctx)).message } }
}

/** What a stream has been told of and not sent yet. */
interface News {
  waiter: Waiter
  hasNotices: boolean
  hasMessage: boolean
  /** Surveys with another configuration, and those whose figures have moved, by their ids. */
  configured: Set<number>
  moved: Set<number>
}

/** The open streams of this process. */
export class NoticeStreams {
  private readonly hub: NoticeHub
  private readonly figures: MovedFigures
  private readonly open = new Map<number, Set<() => void>>()

  constructor(hub: NoticeHub, figures: MovedFigures) {
    this.hub = hub
    this.figures = figures
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
    const news: News = {
      waiter: new Waiter(ending.signal),
      hasNotices: true,
      hasMessage: true,
      configured: new Set<number>(),
      moved: new Set<number>(),
    }
    const stopListening = [
      this.hub.listen(userId, {
        noticesChanged() {
          news.hasNotices = true
          news.waiter.wake()
        },
        configurationChanged(surveyId) {
          news.configured.add(surveyId)
          news.waiter.wake()
        },
        messageChanged() {
          news.hasMessage = true
          news.waiter.wake()
        },
      }),
      this.figures.listen((surveyIds) => {
        for (const surveyId of surveyIds) news.moved.add(surveyId)
        news.waiter.wake()
      }),
    ]
    try {
      await this.hub.open()
      yield* this.told(deps, sessionId, news, ending.signal)
    } finally {
      for (const stop of stopListening) stop()
      closed.removeEventListener('abort', end)
      others.delete(end)
      if (others.size === 0 && this.open.get(userId) === others) this.open.delete(userId)
    }
  }

  private async *told(
    deps: Deps,
    sessionId: number,
    news: News,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent | typeof stillThere> {
    const unread = new Unread()
    const messages = new Messages()
    // Whatever wakes the stream, its beats stay where they are: they must not show what its reader is not told.
    let beatAt = performance.now() + beat
    for (let beats = 0; !signal.aborted;) {
      const identity = await identifyById(deps, sessionId)
      if (!identity) return
      const ctx = { ...deps, identity }
      yield* configurationEvents(ctx, news.configured)
      yield* figuresEvents(ctx, news.moved)
      if (news.hasNotices) {
        news.hasNotices = false
        yield* unread.events(ctx)
      }
      if (news.hasMessage || messages.isDue(deps.clock.now())) {
        news.hasMessage = false
        yield* messages.events(ctx)
      }
      const pause = (): number => Math.max(0, Math.min(beatAt - performance.now(), messages.turnsIn(deps.clock.now())))
      while (!signal.aborted && !(await news.waiter.wait(pause()))) {
        if (messages.isDue(deps.clock.now())) break
        if (performance.now() < beatAt - 1) continue
        if (!(await identifyById(deps, sessionId))) return
        yield stillThere
        beatAt += beat
        await this.hub.open()
        if (++beats % beatsBetweenLooks !== 0) continue
        news.hasNotices = true
        news.hasMessage = true
        break
      }
    }
  }

  /** Ends all streams. */
  stop(): void {
    for (const streams of this.open.values()) for (const end of streams) end()
  }
}

/** What a reader has been told of their notices. */
class Unread {
  /** Ids of all notices so far; null before the first look. */
  private told: ReadonlySet<number> | null = null
  private last = -1

  /** Tells of notices that are new since the last call, and of the number of those that are not read. */
  async *events(ctx: Deps & Pick<Ctx, 'identity'>): AsyncGenerator<StreamEvent> {
    const unread = await readUnread(ctx)
    const { told } = this
    if (told !== null) {
      const added = unread.filter(({ row }) => !told.has(row.id))
      // A reader looks at once, and must find the alert also in the counts.
      if (added.length > 0) await ctx.analytics.upToDate(ctx.pool, figuresWithin)
      for (const one of added.slice(0, mostAtOnce).toReversed()) yield { event: 'notice', data: noticeOf(one) }
    }
    this.told = new Set([...(told ?? []), ...unread.map(({ row }) => row.id)])
    if (unread.length !== this.last) yield { event: 'unread', data: { unread: (this.last = unread.length) } }
  }
}

/** The message to everybody that a reader has been told. */
class Messages {
  /** As it was told last; undefined before. */
  private told: string | undefined
  private turnsAt: Date | null = null

  /** How long to wait for the moment at which it begins or ends, in ms. */
  turnsIn(now: Date): number {
    return this.turnsAt === null ? Infinity : Math.max(shortestWait, this.turnsAt.getTime() - now.getTime())
  }

  /** Whether its time has begun or ended since. */
  isDue(now: Date): boolean {
    return this.turnsAt !== null && this.turnsAt <= now
  }

  /** Tells the message that is shown now, if it is another one than before. */
  async *events(ctx: Pick<Deps, 'db' | 'clock'>): AsyncGenerator<StreamEvent> {
    const { message, turnsAt } = await messageNow(ctx)
    this.turnsAt = turnsAt
    const text = JSON.stringify(message)
    if (text !== this.told) yield { event: 'system-message', data: { message } }
    this.told = text
  }
}

async function messageNow({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const { systemMessage } = await readServerSettings(db)
  const now = clock.now()
  return { message: shownMessage(systemMessage, now), turnsAt: nextTurnOf(systemMessage, now) }
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

/** Tells of the surveys whose figures have moved, if the reader may open them: which, and nothing else. */
async function* figuresEvents(ctx: Deps & Pick<Ctx, 'identity'>, surveyIds: Set<number>): AsyncGenerator<StreamEvent> {
  if (surveyIds.size === 0) return
  const moved = [...surveyIds]
  surveyIds.clear()
  for (const survey of await openSurveyNames(ctx, moved)) yield { event: 'figures', data: { survey } }
}
