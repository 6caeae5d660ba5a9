import type { Deps } from '#server/domain/context.ts'
import { publicationOf } from '#server/domain/figures/publishing/publication.ts'
import { findSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { NoticeHub } from './hub.ts'

/** How long the figures may take to include a batch, in ms. */
const figuresWithin = 10_000

interface Options {
  /** Milliseconds from one moment at which batches are told to the next; the moments are the same for everybody. */
  every: number
  /** Told which survey has published answers, when its figures include them. */
  tell: (surveyId: number) => void
}

/**
 * Tells of batches that anonymous surveys publish. Everything is done at fixed moments, such as each full minute: answers that
 * came since are published if they are enough for a batch, and batches are told, also those that somebody who looked at the
 * figures has caused meanwhile. So neither that something is told, nor when, says that somebody answered just then.
 */
export class AnonymousBatches {
  private readonly deps: Deps
  private readonly hub: NoticeHub
  private readonly options: Options
  /** Surveys whose answers changed since the last moment, and those that have published some. */
  private readonly answered = new Set<number>()
  private readonly published = new Set<number>()
  private timer: NodeJS.Timeout | undefined
  private leave: (() => void) | null = null

  constructor(deps: Deps, hub: NoticeHub, options: Options) {
    this.deps = deps
    this.hub = hub
    this.options = options
  }

  /** Answers of an anonymous survey came, or some of them were published: it is looked at in the next moment. */
  changed(surveyId: number): void {
    if (!this.leave) return
    this.answered.add(surveyId)
    this.schedule()
  }

  /** Begins to hear of batches. */
  start(): void {
    this.leave ??= this.hub.listenToBatches((surveyId) => {
      this.published.add(surveyId)
      this.schedule()
    })
  }

  /** Forgets everything until it is started again. */
  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.leave?.()
    this.leave = null
    this.answered.clear()
    this.published.clear()
  }

  private schedule(): void {
    const { every } = this.options
    this.timer ??= setTimeout(() => void this.look(), every - (this.deps.clock.now().getTime() % every)).unref()
  }

  private async look(): Promise<void> {
    const { analytics, pool, log } = this.deps
    const answered = [...this.answered]
    this.answered.clear()
    try {
      for (const surveyId of answered) {
        const model = await findSurveyModelById(this.deps, surveyId)
        if (model?.anonymity) await publicationOf(this.deps, model)
      }
      await this.hub.heardAll()
      const published = [...this.published]
      // Whoever has the figures fetched again must find the batch in them.
      if (published.length > 0 && (await analytics.upToDate(pool, figuresWithin)))
        for (const surveyId of published) {
          this.published.delete(surveyId)
          if (this.leave) this.options.tell(surveyId)
        }
    } catch (error) {
      log.warn({ err: error }, 'Answers of anonymous surveys could not be published; tried again in the next moment')
      for (const surveyId of answered) this.answered.add(surveyId)
    }
    this.timer = undefined
    if (!this.leave) this.stop()
    else if (this.answered.size + this.published.size > 0) this.schedule()
  }
}
