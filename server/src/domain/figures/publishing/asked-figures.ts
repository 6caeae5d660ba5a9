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
 * Different figures a day that are many: half of the vocabulary of the surveys the attacks were measured on, some 4,000.
 * All pages of the demo's surveys, at one place and under one filter, ask for 30 to 110. A figure in many rows, as a
 * ranking has it, is one here, and no more of them are remembered of a person, survey and day.
 */
export const manyFigures = 2_000
/** Most persons and surveys that are counted at a time; those who asked longest ago are forgotten first. */
export const mostCounted = 500

/** What a person has asked for of a survey in a day. */
interface AskedDay {
  day: string
  /** Hashes of what was asked for, so that asking for the same again does not count. */
  asked: Set<number>
  /** The same with each row counted. */
  figures: number
  isReported: boolean
}

/** An indicator of a request and how many rows it came in; `key` is equal for equal ones. */
interface Asked {
  key: string
  rows: number
}

/** Counts the different figures that each person asks for in a day, in bounded memory. */
export class AskedFigures {
  private readonly days = new Map<string, AskedDay>()

  /**
   * Counts what somebody has been answered. Returns their day once they have asked for many figures, or for more than
   * `most` with each row counted, until the day is marked as reported.
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
    // Set again, it becomes the last one in the order of the map.
    this.days.delete(who)
    this.days.set(who, today)
    const [oldest = who] = this.days.keys()
    if (this.days.size > mostCounted) this.days.delete(oldest)
    return today
  }
}

/** 30 bits: sets of such numbers take little memory, and a collision among thousands hardly changes a count. */
function hashOf(key: string): number {
  return createHash('sha256').update(key).digest().readUInt32LE() >>> 2
}

/** What counting takes of the program; without `work` and `identity` it is the program itself that asks. */
export interface AskedDeps {
  db: Kysely<Database>
  analytics: Analytics
  clock: Clock
  work?: Work | undefined
  identity?: Identity | undefined
  requestId?: string | undefined
  log?: Logger | undefined
}

/** Published figures that somebody has been answered. */
export interface AnsweredFigures {
  model: SurveyModel
  tree: UnitTree
  rules: PublishingRules
  /** Key of the scope they are of. */
  scope: string
  asked: PublishedRequest
  indicators: readonly IndicatorRequest[]
  rows: number
  /** Whether the figures of the whole place came with the rows. */
  total: boolean
}

const counts = new WeakMap<Analytics, AskedFigures>()

/**
 * Counts published figures for the person at the screen. Once they have asked for more different ones of a survey in a day
 * than reading its pages takes, it writes one entry of the audit log (`figures.many`) and one line of the log. It refuses
 * nothing and fails no request. The counts live in the memory of this process: they start again with it.
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
  // Scopes can be long texts, so what all indicators share is made short once.
  const here = createHash('sha256').update(JSON.stringify(of)).digest('base64')
  return indicators.flatMap(({ expression, where = '' }) => [
    { key: JSON.stringify([here, grouping, expression, where]), rows },
    ...(total ? [{ key: JSON.stringify([here, { kind: 'none' }, expression, where]), rows: 1 }] : []),
  ])
}

/**
 * As many figures as one period of the survey has, of each question, at every place and under every filter: a ranking of
 * thousands of units is one page to its reader.
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
