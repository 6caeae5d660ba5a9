/** Answers of a unit before and after. */
export type Answers = readonly [before: readonly number[], after: readonly number[]]

/** Sum of numbers. */
export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
/** Mean of answers. */
export const meanOf = (values: readonly number[]) => sum(values) / values.length
/** Variance of answers, as of a sample. */
export const varianceOf = (values: readonly number[]) =>
  sum(values.map((value) => (value - meanOf(values)) ** 2)) / (values.length - 1)

/** The effect on the mean of answers, from the answers alone, step by step as the literature writes it. */
export function effectByHand([before, after]: Answers, units: readonly Answers[]) {
  const change = (one: Answers) => meanOf(one[1]) - meanOf(one[0])
  const variance = (one: Answers) => varianceOf(one[0]) / one[0].length + varianceOf(one[1]) / one[1].length
  const weights = units.map((one) => 1 / variance(one))
  const fixed = sum(units.map((one, at) => (weights[at] ?? 0) * change(one))) / sum(weights)
  const q = sum(units.map((one, at) => (weights[at] ?? 0) * (change(one) - fixed) ** 2))
  const c = sum(weights) - sum(weights.map((weight) => weight ** 2)) / sum(weights)
  const between = Math.max(0, (q - (units.length - 1)) / c)
  const random = units.map((one) => 1 / (variance(one) + between))
  const mean = sum(units.map((one, at) => (random[at] ?? 0) * change(one))) / sum(random)
  const difference = change([before, after]) - mean
  const error = Math.sqrt(variance([before, after]) + between + 1 / sum(random))
  return { difference, error, low: difference - 1.959964 * error, high: difference + 1.959964 * error, between }
}
