import { CrossSums } from './cross-sums.ts'

/** A column's answers: their number, the sum of the keys of those who gave them, and their standard deviation (over n). */
export interface KeyedColumn {
  n: number
  keys: number
  deviation: number
}

/** Two columns (by position): how many answered both, the sum of their keys, and the correlation; NaN without a spread. */
export interface KeyedPair {
  first: number
  second: number
  n: number
  keys: number
  r: number
}

/** How columns vary together, with the sums of the keys of those who answered. */
export interface KeyedPairs {
  /** All respondents, whether they answered or not. */
  all: { n: number; keys: number }
  columns: KeyedColumn[]
  pairs: KeyedPair[]
}

/** How columns vary together, each pair over those who answered both; NaN for no answer. `keys` are whole numbers below 2^32. */
export function keyedPairs(columns: readonly Float64Array[], keys: Float64Array): KeyedPairs {
  const size = columns.length
  const sums = new CrossSums(size)
  const keySums = new Float64Array(size * size)
  const answers = new Float64Array(size)
  for (const [row, key] of keys.entries()) {
    for (let at = 0; at < size; at++) answers[at] = columns[at]?.[row] ?? Number.NaN
    sums.add(answers)
    for (let j = 0; j < size; j++) {
      if (Number.isNaN(answers[j])) continue
      for (let k = j; k < size; k++)
        if (!Number.isNaN(answers[k])) keySums[j * size + k] = (keySums[j * size + k] ?? 0) + key
    }
  }
  const keysOf = (j: number, k: number): number => keySums[j * size + k] ?? 0
  return {
    all: { n: keys.length, keys: keys.reduce((sum, key) => sum + key, 0) },
    columns: columns.map((_, j) => ({
      n: sums.count(j, j),
      keys: keysOf(j, j),
      deviation: Math.sqrt(sums.variance(j)),
    })),
    pairs: columns.flatMap((_, first) =>
      Array.from({ length: size - first - 1 }, (__, after): KeyedPair => {
        const second = first + 1 + after
        return {
          ...{ first, second, n: sums.count(first, second) },
          ...{ keys: keysOf(first, second), r: sums.correlation(first, second) },
        }
      }),
    ),
  }
}
