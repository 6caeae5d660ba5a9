import { missingCodes } from './missing-words.ts'

/** A scale found in a column's numbers. */
export interface ScaleFit {
  min: number
  max: number
  /** Answers above the scale, including codes for "no answer". */
  outside: number
  /** False if there are answers between the steps (half stars). */
  whole: boolean
  /** The header says from where to where the scale goes. */
  isStated?: true
}

/** The upper ends of usual scales. */
const tops = [3, 4, 5, 6, 7, 10] as const
/** Up to this share, answers above a scale are noise rather than a sign of a longer scale. */
const noise = 0.05
/** Among fewer answers, nothing is noise. */
const enoughAnswers = 20

/**
 * Fits a rating scale to a column's numbers: the shortest usual scale (1-3 ... 1-7, 0-10, 1-10) with almost no answers
 * above it, and a sharp drop in frequency at its end. `prefersZero` means a question usually asked from 0 to 10, in which
 * a few negative numbers are noise too. Numbers between the steps give a scale up to 5 or 10. Returns null for numbers
 * that are not ratings: negative or large.
 */
export function fitScale(counts: ReadonlyMap<number, number>, prefersZero = false): ScaleFit | null {
  const answers = [...counts].filter(([value]) => !isCode(value, counts))
  const total = answers.reduce((sum, [, count]) => sum + count, 0)
  const negative = answers.reduce((sum, [value, count]) => (value < 0 ? sum + count : sum), 0)
  const mostNegative = prefersZero && total >= enoughAnswers ? noise * total : 0
  if (total === 0 || negative > mostNegative) return null
  const whole = answers.every(([value]) => Number.isInteger(value))
  const top = whole ? topOf(answers, total) : topBetween(answers)
  if (top === null) return null
  const zeros = counts.get(0) ?? 0
  const min = leastStep(top, zeros, total, prefersZero)
  const outside = sumWhere(counts, (value) => value > top || value < 0)
  return { min, max: top, outside, whole }
}

/** As many neighbours show that answers above a scale are its highest steps after all. */
const enoughNeighbours = 3

/**
 * The same column on the scale of its neighbours, if it lacks their highest answer, or if that is so rare that it looked
 * like noise.
 */
export function widenScale(fit: ScaleFit, neighbours: readonly ScaleFit[]): ScaleFit {
  if (fit.isStated) return fit
  const maxima = neighbours.filter((other) => other.min === fit.min || fit.min === 1).map((other) => other.max)
  const common = mode(maxima)
  if (common === null || common <= fit.max || fit.max < common * 0.6) return fit
  if (fit.outside > 0 && maxima.filter((max) => max === common).length < enoughNeighbours) return fit
  return { ...fit, max: common }
}

function topOf(answers: readonly (readonly [number, number])[], total: number): number | null {
  const values = new Map(answers)
  const above = (top: number): number => sumWhere(values, (value) => value > top)
  for (const top of tops) {
    const rest = above(top)
    if (rest === 0) return top
    const last = values.get(top) ?? 0
    const next = values.get(top + 1) ?? 0
    if (total >= enoughAnswers && rest <= noise * total && next <= 0.25 * last && last >= 0.02 * total) return top
  }
  return null
}

/** Averages and half stars get a scale up to 5 or up to 10. */
function topBetween(answers: readonly (readonly [number, number])[]): number | null {
  const greatest = Math.max(...answers.map(([value]) => value))
  return greatest <= 5 ? 5 : greatest <= 10 ? 10 : null
}

/** A code for "no answer" far above the answers: 99 beside 1-5, or 8 and 9 behind a gap. */
function isCode(value: number, counts: ReadonlyMap<number, number>): boolean {
  if (missingCodes.has(value)) {
    const rest = [...counts.keys()].filter((other) => !missingCodes.has(other))
    return rest.length > 0 && rest.every((other) => other >= 0 && other <= 10)
  }
  if (value !== 8 && value !== 9) return false
  const below = [...counts.keys()].filter((other) => other < 8)
  const others = [...counts.keys()].filter(
    (other) => other >= 8 && !missingCodes.has(other) && other !== 8 && other !== 9,
  )
  const highest = Math.max(...below, 0)
  return others.length === 0 && highest >= 3 && highest <= 6 && below.length >= 3
}

function leastStep(top: number, zeros: number, total: number, prefersZero: boolean): 0 | 1 {
  if (top === 10) return zeros > 0 || prefersZero ? 0 : 1
  if (zeros === 0) return 1
  // 1-5 and 1-7 are so common that zeros beside them mean "not rated", unless there are as many as of a real step.
  if (top === 5 || top === 7) return zeros > 0.25 * total ? 0 : 1
  return 0
}

function sumWhere(counts: ReadonlyMap<number, number>, wanted: (value: number) => boolean): number {
  let sum = 0
  for (const [value, count] of counts) if (wanted(value)) sum += count
  return sum
}

function mode(values: readonly number[]): number | null {
  const frequency = new Map<number, number>()
  for (const value of values) frequency.set(value, (frequency.get(value) ?? 0) + 1)
  return [...frequency].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? null
}
