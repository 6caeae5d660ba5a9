import { differenceOf, differenceWith, measuredMean } from '#server/domain/statistics/differences.ts'
import type { Group, MeasuredDifference, Measurement } from '#server/domain/statistics/differences.ts'
import { restOf } from '#server/domain/statistics/rest.ts'
import { restOfWeighted } from '#server/domain/statistics/weights.ts'
import { noiseLevel } from '../publishing/keyed-noise.ts'
import { effectiveNOf } from './figure-arithmetic.ts'
import type { IndicatorValue } from './figure-arithmetic.ts'
import { measurementOf } from './measured-figure.ts'

/**
 * The difference of two figures of one expression that have no answers in common, with its interval; null where one has no
 * interval, or neither any spread. From what is shown of both alone.
 */
export function figureDifference(
  expression: string,
  now: IndicatorValue,
  base: IndicatorValue,
): MeasuredDifference | null {
  const [a, b] = [measured(expression, now), measured(expression, base)]
  return a && b && differenceOf(a, b)
}

/**
 * The difference of a part from the whole that it lies in, with its interval: as exact as that from the rest of the whole,
 * because part and whole are equal where part and rest are. Null where either has no interval, or nothing is left.
 *
 * The variance of the rest of means follows from both; that of other figures is taken for that of the whole. Published figures
 * have the variance of one answer and their noise in one interval; it is divided as they are made (keyed-noise.ts).
 */
export function differenceFromWhole(
  expression: string,
  part: IndicatorValue,
  whole: IndicatorValue,
): MeasuredDifference | null {
  return differencesFromWhole(expression, whole)(part, measured(expression, part))
}

/** As `differenceFromWhole`, for many parts of one whole, each with its measurement. */
export function differencesFromWhole(
  expression: string,
  whole: IndicatorValue,
): (part: IndicatorValue, ofPart: Measurement | null) => MeasuredDifference | null {
  const ofWhole = measured(expression, whole)
  return (part, ofPart) => ofWhole && ofPart && fromWhole(part, whole, ofPart, ofWhole)
}

function fromWhole(
  part: IndicatorValue,
  whole: IndicatorValue,
  a: Measurement,
  b: Measurement,
): MeasuredDifference | null {
  const rest = whole.n - part.n
  if (rest < 2 || part.n < 1) return null
  const share = (massOf(whole) - massOf(part)) / massOf(whole)
  if (part.isNoisy || whole.isNoisy) {
    const noise = noiseLevel(part.n) ** 2
    const one = a.standardError ** 2 / (1 / part.n + noise)
    const variance = one * (share * (1 / part.n) + noise + noiseLevel(whole.n) ** 2)
    return variance > 0 ? differenceWith(a.value - b.value, Math.sqrt(variance), Infinity) : null
  }
  const others = restOfFigure(part, whole, a, b)
  const fromRest = others && differenceOf(a, others)
  if (!fromRest) return null
  // From the rest it is 1 / share times as large.
  return differenceWith(fromRest.difference * share, fromRest.standardError * share, fromRest.df)
}

/** The rest of a whole without a part, as a measurement; null where fewer than two answers are left. */
function restOfFigure(
  part: IndicatorValue,
  whole: IndicatorValue,
  ofPart: Measurement,
  ofWhole: Measurement,
): Measurement | null {
  const [all, own] = [groupOf(whole, ofWhole), groupOf(part, ofPart)]
  const rest =
    whole.weighted && part.weighted
      ? restOfWeighted({ ...all, answers: whole.n, sum: massOf(whole) }, { ...own, answers: part.n, sum: massOf(part) })
      : restOf(all, own)
  if (!rest || ofPart.df !== Infinity) return rest && measuredMean(rest)
  return { value: rest.mean, standardError: ofWhole.standardError * Math.sqrt(all.n / rest.n), df: Infinity }
}

function groupOf(figure: IndicatorValue, { value, standardError }: Measurement): Group {
  const n = effectiveNOf(figure)
  return { n, mean: value, variance: standardError ** 2 * n }
}

/** How much of a whole a figure's answers are: the sum of their weights. */
function massOf({ n, weighted }: IndicatorValue): number {
  return weighted?.sum ?? n
}

function measured(expression: string, value: IndicatorValue): Measurement | null {
  return measurementOf(value, { expression, isExact: !value.isNoisy })
}
