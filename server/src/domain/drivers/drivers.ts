import { say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { effectsSet } from '#server/domain/actions/configured-effects.ts'
import { respondentScores } from '#server/domain/figures/respondent-scores.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import { isOwnPlace } from '#server/domain/indicators/own-place.ts'
import type { Drivers } from '#server/domain/statistics/drivers.ts'
import { answersPerDriver, leastAnswers } from '#server/domain/statistics/drivers.ts'
import { startOfToday } from '#server/platform/clock.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { driverItem, driverItems, isPartOf, scaleOf } from './driver-items.ts'
import type { DriverItem } from './driver-items.ts'
import { leftOutWords, notPublished, notSingle, reasonFor } from './driver-reasons.ts'
import { driversInThread } from './driver-thread.ts'
import { refusedWhole, wholeDrivers } from './whole-drivers.ts'

/** Whose drivers are asked for. */
export interface DriversRequest extends FigureRequest {
  /** Name of the score: an indicator or a question. */
  score: string
  /** Names of the questions and indicators looked at; those of the driver groups where left out. */
  questions?: readonly string[] | undefined
}

/** The effect of an item, or of several that measure one thing. */
export interface DriverEffect {
  items: DriverItem[]
  /** Points by which the score is better for each step of them, or a correlation, or a size set by hand. */
  effect: number
  low: number | null
  high: number | null
}

/** What drives a score at a place. */
export interface DriversFound {
  score: DriverItem
  /** Answers with a score that were read; null where effects are set by hand, or nothing is told. */
  n: number | null
  /** Answers there are, where only a random part of them was read. */
  of: number | null
  r2: number | null
  kind: 'points' | 'correlations' | 'block' | 'none'
  /** A step of each item: a point of their common scale, or a tenth of each one's own where they differ. */
  step: 'point' | 'tenth'
  /** When they were computed; null for those set by hand, and those of a whole anonymous survey. */
  asOf: Date | null
  /** Last day (ISO) whose answers count, of those of a whole anonymous survey; null for all others. */
  through: string | null
  /** The largest effect first. */
  effects: DriverEffect[]
  left: { item: DriverItem; why: Words }[]
  /** Why there are no effects; null where there are. */
  why: Words | null
}

/** Most answers that are read: with more of them intervals would be no narrower than they are shown. */
const mostAnswers = 400_000

/**
 * What drives a score at a place, over the answers of its period and filters: effects set by hand where the configuration says
 * so and they fit the place, else those computed from the answers, which are kept until these change. Not told at places that are
 * not the caller's own; of an anonymous survey for the whole of it alone (`wholeDrivers`). Throws `validation` naming an unknown score or question, and as `aggregate` does.
 */
export async function driversAt(request: DriversRequest): Promise<DriversFound> {
  const { model, caseScope } = request.access
  const score = driverItem(model, request.score)
  const asked = driverItems(model, request.questions).filter(({ indicator }) => indicator.name !== score.indicator.name)
  const parts = asked.filter((item) => isPartOf(item, score))
  const items = asked.filter((item) => !parts.includes(item))
  const title = titled(score.indicator.title)
  const left = parts.map((item) => ({ item, why: say`It is part of ${title}.` }))
  const none = (why: Words): DriversFound => ({ ...nothing, score, left, why })
  if (items.length === 0) return none(say`No questions are named that could drive ${title}.`)
  const block = await effectsByHand(request, items)
  if (block) return { ...nothing, score, left, kind: 'block', effects: block, why: null }
  const { usable, unusable, step } = comparable(items)
  const refused = caseScope.isOpen ? refusedOpen(request) : refusedWhole(request)
  if (refused) return none(refused)
  const computed = caseScope.isOpen
    ? await keptDrivers(request, score, usable, step)
    : await anonymousDrivers(request, score, usable, step)
  if (!computed)
    return none(
      caseScope.isOpen
        ? say`${title} is no figure of single respondents, so nothing can be said to drive it.`
        : say`In an anonymous survey drivers are told of means, satisfaction indexes and net promoter scores alone.`,
    )
  return {
    score,
    step,
    ...told(computed, score, usable),
    left: [...left, ...unusable, ...computedLeft(computed, usable, score)],
  }
}

function refusedOpen(request: DriversRequest): Words | null {
  return isOwnPlace(request) ? null : say`Drivers are told for your own places alone.`
}

/** Those of a whole anonymous survey, in the form of the others: where there are too few answers for points, nothing is told. */
async function anonymousDrivers(
  request: DriversRequest,
  score: DriverItem,
  items: readonly DriverItem[],
  step: DriversFound['step'],
): Promise<KeptDrivers | null> {
  const steps = items.map((item) => stepOf(item, step))
  const found = await wholeDrivers(request, score, items, steps)
  if (!found) return null
  const { drivers, positions, through, least } = found
  const isFew = drivers.kind === 'correlations' || (drivers.kind === 'weak' && (drivers.r2 ?? 0) > 1)
  const needed = Math.max(least, answersPerDriver * positions.length)
  const told: Drivers = isFew ? { ...drivers, kind: 'few', r2: null, drivers: [] } : drivers
  return { drivers: told, positions, total: drivers.n, asOf: null, through, least, needed }
}

const nothing = {
  n: null,
  of: null,
  r2: null,
  kind: 'none',
  step: 'point',
  asOf: null,
  through: null,
  effects: [],
} as const satisfies Partial<DriversFound>

/** Effects that were set by hand for the place, of the main indicator alone; null where there are none. */
async function effectsByHand(request: DriversRequest, items: readonly DriverItem[]): Promise<DriverEffect[] | null> {
  const { ctx, access, requested, score } = request
  if (score !== mainIndicatorName(access.model)) return null
  const named = items.flatMap((item) =>
    item.expression === null ? [] : [{ extname: item.indicator.name, expression: item.expression }],
  )
  const sizes = await effectsSet({ ctx, access }, requested, named)
  if (!sizes) return null
  return items
    .flatMap((item): DriverEffect[] => {
      const size = sizes.get(item.indicator.name)?.size
      return size === undefined ? [] : [{ items: [item], effect: size, low: null, high: null }]
    })
    .toSorted((a, b) => b.effect - a.effect)
}

/** The items whose effects can be compared: all where they share a scale, else those that have one. */
function comparable(items: readonly DriverItem[]): {
  usable: DriverItem[]
  unusable: DriversFound['left']
  step: DriversFound['step']
} {
  const scales = new Set(items.map((item) => JSON.stringify(scaleOf(item))))
  if (scales.size === 1) return { usable: [...items], unusable: [], step: 'point' }
  const unusable = items.filter((item) => scaleOf(item) === null)
  return {
    usable: items.filter((item) => !unusable.includes(item)),
    unusable: unusable.map((item) => ({ item, why: say`It has no scale on which it could be compared.` })),
    step: 'tenth',
  }
}

interface KeptDrivers {
  drivers: Drivers
  /** Positions among the items of those that were computed. */
  positions: number[]
  total: number
  asOf: Date | null
  through: string | null
  /** Least answers behind each pair of questions, and behind effects. */
  least: number
  needed: number
}

/** The drivers of the answers as they are, computed once; null where nobody has a score. */
async function keptDrivers(
  request: DriversRequest,
  score: DriverItem,
  items: readonly DriverItem[],
  step: DriversFound['step'],
): Promise<KeptDrivers | null> {
  const { ctx, access, requested } = request
  const { model, caseScope } = access
  const { analytics, clock, identity, work } = ctx
  await analytics.fresh(identity.lastWrite)
  const { conditions } = requested
  const expressions = items.map(({ expression }) => expression ?? 'count()')
  const steps = items.map((item) => stepOf(item, step))
  const key = [
    'drivers',
    caseScope.key,
    analytics.feed.dataVersion(model.id),
    model.version,
    startOfToday(clock, model.timeZone),
    conditions,
    score.expression,
    expressions,
    steps,
  ]
  return analytics.results.get(
    JSON.stringify(key),
    async (signal) => {
      const caller = work?.caller ?? systemCaller
      const read = { conditions, expressions, most: mostAnswers, score: score.expression ?? 'count()' }
      const { total, columns } = await respondentScores(ctx, model, caseScope, read, signal)
      const [scores = null, ...answers] = columns
      if (!scores) return null
      if (score.indicator.inverse) for (const [row, value] of scores.entries()) scores[row] = -value
      const measured = answers.flatMap((column, at) => (column ? [{ column, at, step: steps[at] ?? 1 }] : []))
      for (const one of measured) for (const [row, value] of one.column.entries()) one.column[row] = value / one.step
      const drivers = await driversInThread([scores, ...measured.map(({ column }) => column)], caller, signal)
      const kept = { drivers, positions: measured.map(({ at }) => at), total, asOf: clock.now(), through: null }
      return { ...kept, least: leastAnswers, needed: leastAnswers }
    },
    () => 1,
    work?.signal,
  )
}

/** How much of an item's figure a step is; negative where less is better. */
function stepOf(item: DriverItem, step: DriversFound['step']): number {
  const scale = scaleOf(item)
  const size = step === 'tenth' && scale ? (scale.max - scale.min) / 10 : 1
  return item.indicator.inverse ? -size : size
}

function told(
  { drivers, positions, total, asOf, through, needed }: KeptDrivers,
  score: DriverItem,
  items: readonly DriverItem[],
): Pick<DriversFound, 'n' | 'of' | 'r2' | 'kind' | 'asOf' | 'through' | 'effects' | 'why'> {
  const { n, kind, r2 } = drivers
  const isTold = kind === 'points' || kind === 'correlations'
  return {
    n,
    of: n < total ? total : null,
    r2,
    kind: isTold ? kind : 'none',
    asOf,
    through,
    effects: drivers.drivers.map(({ questions, effect, interval }) => ({
      items: questions.flatMap((question) => items[positions[question] ?? -1] ?? []),
      effect,
      low: interval && interval.low,
      high: interval && interval.high,
    })),
    why: isTold ? null : reasonFor(drivers, score, needed),
  }
}

function computedLeft(
  { drivers, positions, least, through }: KeptDrivers,
  items: readonly DriverItem[],
  score: DriverItem,
): DriversFound['left'] {
  const measured = new Set(positions)
  const without = items.flatMap((item, at) =>
    measured.has(at) ? [] : [{ item, why: through === null ? notSingle : notPublished }],
  )
  const left = drivers.left.flatMap(({ question, why }) => {
    const item = items[positions[question] ?? -1]
    return item ? [{ item, why: leftOutWords(why, score, least) }] : []
  })
  return [...without, ...left]
}
