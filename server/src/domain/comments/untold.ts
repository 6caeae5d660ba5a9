import { parseRule, usesOfRule } from '@gensvar/contract/row-rule'
import { ExpressionError } from '@gensvar/contract/expression'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { configuredRules } from '#server/domain/alerts/rules.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import { removeNoteRows } from './judgement-store.ts'
import type { CommentNote } from './judgement-store.ts'

/** Shortest time between two tellings, in ms: of answers that have just come, and of those that are judged again. */
const newPause = 1_000
const againPause = 15_000
/** Most responses of one telling: the feed would make the survey's tables anew for more than 20,000. */
const mostTold = 15_000

/**
 * Responses whose comments are judged and stored, but are in no figure yet. The feed is told of many at a time, because each telling
 * makes every figure of the survey be computed anew. Their notes stay until then: what is interrupted is told by the next run.
 */
export class Untold {
  readonly #ctx: Ctx
  readonly #model: SurveyModel
  #notes: CommentNote[] = []
  #toldAt = performance.now()

  constructor(ctx: Ctx, model: SurveyModel) {
    this.#ctx = ctx
    this.#model = model
  }

  /** Adds responses whose comments are stored. */
  add(notes: readonly CommentNote[]): void {
    this.#notes.push(...notes)
  }

  /** Tells of them if it is time to. */
  async tellInTime(): Promise<void> {
    const hasNew = this.#notes.some(({ isNew }) => isNew)
    const isDue = performance.now() - this.#toldAt >= (hasNew ? newPause : againPause)
    if (isDue || this.#notes.length >= mostTold) await this.tell()
  }

  /** Tells the feed of them, raises the alerts that new ones ask for, and removes their notes, in one write. */
  async tell(): Promise<void> {
    const notes = this.#notes
    if (notes.length === 0) return
    const model = this.#model
    await write(this.#ctx, async (tx) => {
      await removeNoteRows(
        tx,
        notes.map(({ id }) => id),
      )
      await tx.changed(model.id, idsOf(notes))
      const added = idsOf(notes.filter(({ isNew }) => isNew))
      if (asksComments(model)) await raiseAlerts(tx, model, added, { sources: [configuredRules] })
    })
    this.#notes = []
    this.#toldAt = performance.now()
  }
}

function idsOf(notes: readonly CommentNote[]): number[] {
  return [...new Set(notes.map(({ responseId }) => responseId))]
}

/** Whether a rule of the survey's alerts asks what comments say. Others were asked when the answers came. */
function asksComments({ config, facets }: SurveyModel): boolean {
  return config.alerts.some(({ when }) => {
    try {
      return usesOfRule(parseRule(when)).some(({ name }) => facets?.has(name))
    } catch (error) {
      // The configuration check names it.
      if (error instanceof ExpressionError) return false
      throw error
    }
  })
}
