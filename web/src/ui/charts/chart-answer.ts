import type { ChartData } from '@gensvar/contract/entities/chart'

/** Least number of answers behind a point that is drawn filled. */
export const enoughAnswers = 30

/** True where too few answers are behind a value for it to say much. An unknown number counts as enough. */
export function isFew(n: number | null | undefined): boolean {
  return n !== null && n !== undefined && n < enoughAnswers
}

/** The summary of a chart's first series. */
export type ChartAnswer =
  | { kind: 'none' }
  | { kind: 'was' | 'same'; value: number; at: number }
  | { kind: 'rose' | 'fell'; value: number; change: number; at: number }

/**
 * The latest period of the first series and its change since the period before it; values rounded alike are the same.
 * A period with few answers is passed over as long as another one has enough. Few answers, or a gap before
 * the period, leave no change to tell of.
 */
export function chartAnswer({ series }: ChartData, decimals: number): ChartAnswer {
  const first = series[0]
  if (!first) return { kind: 'none' }
  const { data, n = [] } = first
  const known = data.flatMap((value, at) => (value === null ? [] : [at]))
  const at = known.findLast((index) => !isFew(n[index])) ?? known.at(-1)
  const value = at === undefined ? null : data[at]
  if (at === undefined || value === null || value === undefined) return { kind: 'none' }
  const before = data[at - 1]
  if (before === null || before === undefined || isFew(n[at - 1]) || isFew(n[at])) return { kind: 'was', value, at }
  const step = 10 ** decimals
  const change = (Math.round(value * step) - Math.round(before * step)) / step
  if (change === 0) return { kind: 'same', value, at }
  return { kind: change > 0 ? 'rose' : 'fell', value, change: Math.abs(change), at }
}
