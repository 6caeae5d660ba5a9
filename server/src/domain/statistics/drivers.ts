import { CrossSums } from './cross-sums.ts'
import type { Moments } from './cross-sums.ts'
import { z } from './distributions.ts'
import type { Interval } from './intervals.ts'
import { relativeWeights } from './relative-weights.ts'
import { seededRandom } from './seeded-random.ts'

/** Answers below which nothing is said of drivers, and below which a pair of questions says nothing. */
export const leastAnswers = 30
/** Answers from which effects in points are told. */
export const leastForEffects = 50
/** Answers that each driver takes. */
export const answersPerDriver = 10
/** Share of answers without one to a question from which the question is left out. */
const mostMissing = 0.4
/** Correlation of two questions above which they measure one thing, and are taken together. */
const sameThing = 0.9
/** Correlation with the score below which a question says nothing of it, however many answers (Cohen 1988: small). */
const unrelated = 0.1
/** Share of the score's variation below which the questions do not explain it. */
const leastExplained = 0.1
/** What rounding may add to an R squared of 1; a larger one is of answers that contradict each other. */
const rounding = 1e-9
/** Groups of answers that are drawn anew, and the most numbers that are kept for all of them. */
const mostGroups = 500
const mostNumbers = 2_000_000

/** Why a question is no driver: all answered alike, many did not, few did, more of it goes with less, or it goes with nothing. */
export const reasonsLeftOut = ['constant', 'missing', 'few', 'coding', 'unrelated'] as const

/** A question, or several that measure one thing. */
export interface Driver {
  /** Positions of the questions. */
  questions: number[]
  /** Points that the score moves with each point of the question (of all of them), or their correlation. */
  effect: number
  /** Null where single answers are not known. */
  interval: Interval | null
  /** Fewest answers behind it. */
  n: number
}

/** What drives a score. */
export interface Drivers {
  /** Answers with a score. */
  n: number
  /**
   * What the drivers' effects are: points, or with few answers correlations. Otherwise why there are none: too few answers, a
   * score that is the same for all, questions that explain little of it, or none that goes with it.
   */
  kind: 'points' | 'correlations' | 'few' | 'constant' | 'weak' | 'none'
  /** Share of the score's variation that the drivers explain; null where it is not computed. */
  r2: number | null
  /** The largest effect first. */
  drivers: Driver[]
  left: { question: number; why: (typeof reasonsLeftOut)[number] }[]
}

/**
 * What drives a score: `columns` are the scores of respondents, then their answers to each question, of which a larger one
 * is a better one; NaN for no answer. Respondents without a score do not count.
 *
 * The effect of question j is b = (e / r) s / t: e its relative weight, r its correlation with the score, s and t the standard
 * deviations of score and question (net effects: Lipovetsky and Conklin 2001, Applied Stochastic Models 17:319-330). It
 * is never negative. Intervals are 95 % percentile ones of `draws` bootstraps (Tonidandel, LeBreton and Johnson 2009, Psychological
 * Methods 14:387-399), always the same of the same answers. Up to 500 answers each is drawn by itself; of more, 500 random
 * groups of equal size are (Wolter 2007, Introduction to Variance Estimation, chapter 2): a standard error is then off by 3 % at random,
 * less than by the number of draws, and 200,000 answers take no longer than 500.
 * An interval of an effect never reaches 0, so it does not say whether there is one: questions whose correlation can be
 * chance are left out before.
 */
export function driversOf(columns: readonly Float64Array[], draws = 200): Drivers {
  const parts = groupSums(columns)
  const all = new CrossSums(columns.length)
  for (const part of parts) all.addTimes(part, 1)
  const found = driversIn(all, columns.length)
  if (found.kind !== 'points') return found
  const themes = found.drivers.map(({ questions }) => questions.map((question) => question + 1))
  const drawn = drawEffects(parts, themes, columns.length, draws)
  return {
    ...found,
    drivers: found.drivers.map((driver, at) => ({
      ...driver,
      interval: percentiles(drawn.map((effects) => effects[at] ?? 0)),
    })),
  }
}

/**
 * What drives a score, from how `size` columns vary together: the score, then the questions. Effects in points have no intervals,
 * which single answers are needed for.
 */
export function driversIn(all: Moments, size: number): Drivers {
  const n = all.count(0, 0)
  const none = (kind: Drivers['kind'], r2: number | null = null): Drivers => ({ n, kind, r2, drivers: [], left: [] })
  if (n < leastAnswers) return none('few')
  if (all.variance(0) === 0) return none('constant')
  const { kept, left, measured } = measuredQuestions(all, size - 1)
  const themes = mergeAlike(all, kept)
  if (themes.length === 0) return { ...none('none'), left }
  const n2 = fewestAnswers(all, [0, ...kept])
  if (n2 < Math.max(leastForEffects, answersPerDriver * measured)) {
    const drivers = kept.map((question): Driver => {
      const r = all.correlation(0, question)
      return { questions: [question - 1], effect: r, ...correlationInterval(r, all.count(0, question)) }
    })
    return { n, kind: 'correlations', r2: null, drivers: sorted(drivers), left }
  }
  const found = effectsIn(all, themes)
  if (!found || found.r2 > 1 + rounding || found.r2 < leastExplained)
    return { ...none('weak', found?.r2 ?? null), left }
  const drivers = themes.map((questions, at): Driver => ({
    questions: questions.map((question) => question - 1),
    effect: found.effects[at] ?? 0,
    interval: null,
    n: fewestAnswers(all, [0, ...questions]),
  }))
  return { n, kind: 'points', r2: Math.min(1, found.r2), drivers: sorted(drivers), left }
}

function sorted(drivers: readonly Driver[]): Driver[] {
  return drivers.toSorted((a, b) => b.effect - a.effect || (a.questions[0] ?? 0) - (b.questions[0] ?? 0))
}

/** Sums over random groups of equally many respondents with a score; every respondent is a group where they are few. */
function groupSums(columns: readonly Float64Array[]): CrossSums[] {
  const [scores = new Float64Array()] = columns
  const scored = Int32Array.from(scores.keys()).filter((row) => !Number.isNaN(scores[row]))
  const size = columns.length
  const count = Math.min(scored.length, mostGroups, Math.max(30, Math.floor(mostNumbers / (4 * size * size))))
  if (scored.length > count) shuffle(scored)
  // Less a typical answer, so that squares lose no digits.
  const origins = columns.map((column) => meanOf(column, scored))
  const groups = Array.from({ length: count }, () => new CrossSums(size))
  const answers = new Float64Array(size)
  for (let at = 0; at < scored.length; at++) {
    const row = scored[at] ?? 0
    for (let column = 0; column < size; column++)
      answers[column] = (columns[column]?.[row] ?? Number.NaN) - (origins[column] ?? 0)
    groups[at % count]?.add(answers)
  }
  return groups
}

function meanOf(column: Float64Array, rows: Int32Array): number {
  let sum = 0
  let n = 0
  for (let at = 0; at < rows.length; at++) {
    const value = column[rows[at] ?? 0] ?? Number.NaN
    if (Number.isNaN(value)) continue
    sum += value
    n += 1
  }
  return n === 0 ? 0 : sum / n
}

function shuffle(rows: Int32Array): void {
  const random = seededRandom(1)
  for (let at = rows.length - 1; at > 0; at--) {
    const other = random(at + 1)
    const row = rows[at] ?? 0
    rows[at] = rows[other] ?? 0
    rows[other] = row
  }
}

/** The questions that go with the score (by their columns), why the others do not, and how many could be measured. */
function measuredQuestions(sums: Moments, count: number): Pick<Drivers, 'left'> & { kept: number[]; measured: number } {
  const left: Drivers['left'] = []
  const leave = (column: number, why: Drivers['left'][number]['why']): [] => {
    left.push({ question: column - 1, why })
    return []
  }
  const n = sums.count(0, 0)
  let usable = Array.from({ length: count }, (_, at) => at + 1).flatMap((column) => {
    const both = sums.count(0, column)
    if (both < leastAnswers) return leave(column, 'few')
    if (both < (1 - mostMissing) * n) return leave(column, 'missing')
    return Number.isNaN(sums.correlation(0, column)) ? leave(column, 'constant') : [column]
  })
  // Two questions that hardly anybody answered both of cannot be compared: the one with fewer answers goes.
  for (let lost = leastTogether(sums, usable); lost !== null; lost = leastTogether(sums, usable)) {
    leave(lost, 'few')
    usable = usable.filter((column) => column !== lost)
  }
  const kept = usable.flatMap((column) => {
    const r = sums.correlation(0, column)
    const isChance = Math.abs(Math.atanh(r)) * Math.sqrt(sums.count(0, column) - 3) < z
    if (isChance || Math.abs(r) < unrelated) return leave(column, 'unrelated')
    return r < 0 ? leave(column, 'coding') : [column]
  })
  return { kept, left: left.toSorted((a, b) => a.question - b.question), measured: mergeAlike(sums, usable).length }
}

function leastTogether(sums: Moments, columns: readonly number[]): number | null {
  for (const a of columns)
    for (const b of columns) {
      if (a >= b || (sums.count(a, b) >= leastAnswers && !Number.isNaN(sums.correlation(a, b)))) continue
      return sums.count(0, a) < sums.count(0, b) ? a : b
    }
  return null
}

/** Questions that measure one thing, together. */
function mergeAlike(sums: Moments, columns: readonly number[]): number[][] {
  const themes: number[][] = []
  for (const column of columns) {
    const alike = themes.filter((theme) => theme.some((one) => sums.correlation(one, column) > sameThing))
    const [first] = alike
    if (!first) {
      themes.push([column])
      continue
    }
    first.push(column)
    for (const other of alike.slice(1)) first.push(...themes.splice(themes.indexOf(other), 1).flat())
  }
  return themes.map((theme) => theme.toSorted((a, b) => a - b))
}

function fewestAnswers(sums: Moments, columns: readonly number[]): number {
  return Math.min(...columns.flatMap((a) => columns.map((b) => sums.count(a, b))))
}

/** R squared and effects of themes, each the mean of its questions; null where one of them has no spread. */
function effectsIn(sums: Moments, themes: readonly (readonly number[])[]): { r2: number; effects: number[] } | null {
  const sets = [[0], ...themes]
  const columns = sets.flat()
  const single = sums.covariances(columns)
  if (single.some((row) => row.some((value) => Number.isNaN(value)))) return null
  const position = new Map(columns.map((column, at) => [column, at]))
  const covariance = (a: readonly number[], b: readonly number[]): number => {
    let sum = 0
    for (const one of a) for (const other of b) sum += single[position.get(one) ?? 0]?.[position.get(other) ?? 0] ?? 0
    return sum / (a.length * b.length)
  }
  const of = sets.map((a) => sets.map((b) => covariance(a, b)))
  const deviations = of.map((row, at) => Math.sqrt(row[at] ?? 0))
  if (deviations.some((deviation) => !(deviation > 0))) return null
  const r = of.map((row, j) => row.map((value, k) => value / ((deviations[j] ?? 0) * (deviations[k] ?? 0))))
  const withScore = (r[0] ?? []).slice(1)
  const { r2, weights } = relativeWeights(
    r.slice(1).map((row) => row.slice(1)),
    withScore,
  )
  const effects = weights.map((weight, at) => {
    const own = withScore[at] ?? 0
    return own > 0 ? ((weight / own) * (deviations[0] ?? 0)) / (deviations[at + 1] ?? 1) : 0
  })
  return { r2, effects }
}

/** Effects over answers drawn anew, so many times. */
function drawEffects(
  parts: readonly CrossSums[],
  themes: readonly (readonly number[])[],
  size: number,
  draws: number,
): number[][] {
  const random = seededRandom(2)
  const drawn: number[][] = []
  for (let draw = 0; draw < draws; draw++) {
    const times = new Uint32Array(parts.length)
    for (let at = 0; at < parts.length; at++) {
      const part = random(parts.length)
      times[part] = (times[part] ?? 0) + 1
    }
    const sums = new CrossSums(size)
    for (const [at, part] of parts.entries()) if (times[at]) sums.addTimes(part, times[at])
    const found = effectsIn(sums, themes)
    if (found) drawn.push(found.effects)
  }
  return drawn
}

/** The middle 95 % of values, between values in proportion. */
function percentiles(values: readonly number[]): Interval {
  const ordered = values.toSorted((a, b) => a - b)
  const at = (share: number): number => {
    const place = share * (ordered.length - 1)
    const below = Math.floor(place)
    const [low = 0, high = low] = [ordered[below], ordered[below + 1]]
    return low + (place - below) * (high - low)
  }
  return { low: at(0.025), high: at(0.975) }
}

/** Interval of a correlation by Fisher's transformation (Fisher 1921). */
function correlationInterval(r: number, n: number): { interval: Interval; n: number } {
  const half = z / Math.sqrt(n - 3)
  return { interval: { low: Math.tanh(Math.atanh(r) - half), high: Math.tanh(Math.atanh(r) + half) }, n }
}
