import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { todayIn } from '#server/platform/clock.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Work } from '#server/platform/work.ts'
import { writeAudit } from '#server/domain/audit.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Analytics } from '../engine/analytics.ts'
import type { IndicatorRequest } from '../expressions/indicators.ts'
import type { PublishingRules } from './publishing-rules.ts'
import type { PublishedRequest } from './vocabulary.ts'

/**
 * More different figures a day than this are reported: half of all figures that can be requested of the surveys on
 * which attacks were measured. All pages of a demo survey, for one place and filter, request 30 to 110. A figure in
 * many rows, as in a ranking, counts once. Also the most hashes stored per person, survey and day.
 */
export const manyFigures = 2_000
/** Most pairs of person and survey counted at a time; the least recently active are evicted. */
export const mostCounted = 500

/** What a person has requested of a survey in a day. */
interface AskedDay {
  day: string
  /** Hashes of the different figures requested. */
  asked: Set<number>
  /** Number of these figures, counting each row. */
  figures: number
  isReported: boolean
}

/** A figure and the number of rows it was returned in; equal figures have equal keys. */
interface Asked {
  key: string
  rows: number
}

/** Counts the different figures that each person requests in a day, in bounded memory. */
export class AskedFigures {
  private readonly days = new Map<string, AskedDay>()

  /**
   * Counts figures returned to somebody. Returns their day if they have requested more than `manyFigures` in it, or
   * more than `most` counting each row, and the day is not marked as reported.
   */
  add(who: string, day: string, most: number, asked: readonly Asked[]): AskedDay | null {
    const today = this.dayOf(who, day)
    if (today.isReported) return null
    for (const { key, rows } of asked) {
      if (today.asked.size > manyFigures) break
      const hash = hashOf(key)
      if (today.asked.has(hash)) continue
      today.asked.add(hash)
      today.figures += rows
    }
    return today.asked.size > manyFigures || today.figures > most ? today : null
  }

  private dayOf(who: string, day: string): AskedDay {
    const known = this.days.get(who)
    const today = known?.day === day ? known : { day, asked: new Set<number>(), figures: 0, isReported: false }
    // Moves the entry to the end of the map's order.
    this.days.delete(who)
    this.days.set(who, today)
    const [oldest = who] = this.days.keys()
    if (this.days.size > mostCounted) this.days.delete(oldest)
    return today
  }
}

/** 30 bits: a set of small integers takes little memory, and a collision among thousands hardly changes a count. */
function hashOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32LE() >>> 2
}

/** What counting needs of the program; without `work` and `identity` the program itself is the caller. */
export interface AskedDeps {
  db: Kysely<Database>
  analytics: Analytics
  clock: Clock
  work?: Work | undefined
  identity?: Identity | undefined
  requestId?: string | undefined
  log?: Logger | undefined
}

/** Published figures that were returned to somebody. */
export interface AnsweredFigures {
  model: SurveyModel
  tree: UnitTree
  rules: PublishingRules
  /** Key of their scope. */
  scope: string
  asked: PublishedRequest
  indicators: readonly IndicatorRequest[]
  rows: number
  /** Whether the figures of the whole place were returned too. */
  total: boolean
}

const counts = new WeakMap<Analytics, AskedFigures>()

/**
 * Counts published figures per person (the actor, while they act as somebody). Once somebody has requested more
 * different figures of a survey in a day than its pages show, writes one entry to the audit log (`figures.many`) and
 * one line to the log. Rejects nothing and never fails a request. The counts are in memory, so a restart resets them.
 */
export async function noteAsked(deps: AskedDeps, answered: AnsweredFigures): Promise<void> {
  const { db, analytics, clock, work, identity, requestId, log } = deps
  if (!work || !identity) return
  const { model } = answered
  let counted = counts.get(analytics)
  if (!counted) counts.set(analytics, (counted = new AskedFigures()))
  const day = todayIn(clock, model.timeZone)
  const asked = counted.add(`${work.caller} ${model.id}`, day, mostRowsOf(answered), askedOf(answered))
  if (!asked) return
  asked.isReported = true
  const { figures } = asked
  log?.warn({ caller: work.caller, survey: model.extName, figures }, 'somebody asked for very many published figures')
  try {
    await writeAudit(
      { db, identity, requestId: requestId ?? '' },
      { action: 'figures.many', surveyId: model.id, object: model.extName, details: { figures } },
    )
    asked.asked.clear()
  } catch (error) {
    asked.isReported = false
    log?.error({ err: error }, 'very many published figures could not be noted in the audit log')
  }
}

function askedOf({ scope, asked, indicators, rows, total }: AnsweredFigures): Asked[] {
  const { place, period, backgrounds, by } = asked
  const of = [scope, place, period, backgrounds.map((one) => [one.question.id, one.choices.map(({ code }) => code)])]
  const grouping = by.kind === 'background' ? by.question.id : by
  // Scope keys can be long, so the part that all indicators share is hashed once.
  const here = createHash('sha256').update(JSON.stringify(of)).digest('base64')
  return indicators.flatMap(({ expression, where = '' }) => [
    { key: JSON.stringify([here, grouping, expression, where]), rows },
    ...(total ? [{ key: JSON.stringify([here, { kind: 'none' }, expression, where]), rows: 1 }] : []),
  ])
}

/**
 * The number of figures in one period of the survey: of each question, for every place and every filter. This many rows
 * are not suspicious, because one page can rank thousands of units.
 */
function mostRowsOf({ model, tree, rules }: AnsweredFigures): number {
  const answers = [...rules.backgrounds.keys()].map(
    (variable) => (model.questions.get(variable)?.choices.length ?? 0) + (rules.bands[variable]?.length ?? 0),
  )
  const single = answers.reduce((sum, count) => sum + count, 0)
  const squares = answers.reduce((sum, count) => sum + count ** 2, 0)
  const pairs = rules.minimum.length > 2 ? (single ** 2 - squares) / 2 : 0
  const questions = [...model.questions.values()].filter(({ type }) => type === 'scale' || type === 'numeric').length
  return Math.max(manyFigures, (tree.size + 1) * (1 + single + pairs) * questions)
}
