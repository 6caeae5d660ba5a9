import type { Deps } from '#server/domain/context.ts'
import { findSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { AnonymousBatches } from './anonymous-batches.ts'
import type { NoticeHub } from './hub.ts'

/** How often windows are told, in milliseconds. */
export interface Pace {
  /** Shortest pause between two times. */
  shortest: number
  /** What each open window adds to the pause: the share of a second it may keep this process busy with fetching figures. */
  ofWindow: number
  /** From one moment at which batches of anonymous surveys are told to the next. */
  batches: number
}

const usualPace: Pace = { shortest: 1_000, ofWindow: 50, batches: 60_000 }

/** Is told which surveys, by their ids, have other figures. */
type OpenWindow = (surveyIds: readonly number[]) => void

/**
 * Tells the open windows of this process of surveys whose figures have moved, as soon as this process's figures include what
 * has changed: at once after a pause, and of much that changes in a row only as often as all windows can fetch their figures
 * again, each at a moment of its own. Answers to an anonymous survey are told with its batches alone. Without an open window
 * nothing is followed. Whether the user of a window may open a survey is for the window to ask.
 */
export class MovedFigures {
  private readonly deps: Deps
  private readonly pace: Pace
  private readonly batches: AnonymousBatches
  private readonly windows = new Set<OpenWindow>()
  /** Surveys of which is being asked whether they are anonymous. */
  private readonly asking = new Set<number>()
  /** Surveys that windows will be told of. */
  private readonly moved = new Set<number>()
  private timer: NodeJS.Timeout | undefined
  private toldAt = Number.NEGATIVE_INFINITY
  private leave: (() => void) | null = null

  constructor(deps: Deps, hub: NoticeHub, pace: Pace = usualPace) {
    this.deps = deps
    this.pace = pace
    this.batches = new AnonymousBatches(deps, hub, {
      every: pace.batches,
      tell: (surveyId) => this.add(surveyId),
    })
  }

  /** Tells a window from now on; returns what ends that. */
  listen(window: OpenWindow): () => void {
    this.windows.add(window)
    this.leave ??= this.follow()
    return () => {
      this.windows.delete(window)
      if (this.windows.size === 0) this.leave?.()
    }
  }

  private follow(): () => void {
    this.batches.start()
    const leave = this.deps.analytics.feed.follow((surveyId) => void this.note(surveyId))
    return () => {
      leave()
      this.batches.stop()
      clearTimeout(this.timer)
      this.timer = undefined
      this.moved.clear()
      this.leave = null
    }
  }

  /** Puts a survey that changed where it is told from. What is told of others must not show, nor wait for, anonymous answers. */
  private async note(surveyId: number): Promise<void> {
    if (!this.leave || this.asking.has(surveyId)) return
    this.asking.add(surveyId)
    try {
      const model = await findSurveyModelById(this.deps, surveyId)
      if (model?.anonymity) this.batches.changed(surveyId)
      else if (model) this.add(surveyId)
    } catch (error) {
      this.deps.log.debug({ err: error }, 'Windows could not be told of other figures; tried again soon')
      setTimeout(() => void this.note(surveyId), this.pace.shortest).unref()
    } finally {
      this.asking.delete(surveyId)
    }
  }

  private add(surveyId: number): void {
    if (!this.leave) return
    this.moved.add(surveyId)
    const pause = Math.max(this.pace.shortest, this.windows.size * this.pace.ofWindow)
    const wait = Math.max(0, this.toldAt + pause - performance.now())
    this.timer ??= setTimeout(() => this.tell(), wait).unref()
  }

  /** Tells each window at a moment of its own, the only one at once. */
  private tell(): void {
    this.timer = undefined
    this.toldAt = performance.now()
    const surveyIds = [...this.moved]
    this.moved.clear()
    const within = (this.windows.size - 1) * this.pace.ofWindow
    for (const window of this.windows)
      setTimeout(() => {
        if (this.windows.has(window)) window(surveyIds)
      }, Math.random() * within).unref()
  }
}
