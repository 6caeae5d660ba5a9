import type { Matrix } from './symmetric-eigen.ts'

/** How columns vary together: all that effects of questions are computed from. */
export interface Moments {
  count(j: number, k: number): number
  variance(j: number): number
  correlation(j: number, k: number): number
  covariances(of: readonly number[]): Matrix
}

/**
 * Sums over the answers of respondents to pairs of questions, each pair over all who answered both. Sums of parts add up to
 * those of the whole.
 *
 * Most answer nearly all questions, so numbers, sums and squares are added once for each question, and for each pair only
 * of those who left the other question out; what is asked for is the difference.
 */
export class CrossSums implements Moments {
  private readonly size: number
  /**
   * By question: numbers, sums and sums of squares. Then by pair, as square matrices: sums of products, and numbers, sums and
   * sums of squares of the row's question where the column's was left out.
   */
  private readonly sums: Float64Array
  /** The questions that the respondent being added answered, and those they left out. */
  private readonly given: Int32Array
  private readonly open: Int32Array

  constructor(size: number) {
    this.size = size
    this.sums = new Float64Array(3 * size + 4 * size * size)
    this.given = new Int32Array(size)
    this.open = new Int32Array(size)
  }

  /** Adds the answers of one respondent; NaN for a question they did not answer. */
  add(answers: Float64Array): void {
    const { size, sums, given, open } = this
    const area = size * size
    let [answered, missing] = [0, 0]
    for (let j = 0; j < size; j++) {
      const x = answers[j] ?? Number.NaN
      if (Number.isNaN(x)) {
        open[missing++] = j
        continue
      }
      given[answered++] = j
      sums[j] = (sums[j] ?? 0) + 1
      sums[j + size] = (sums[j + size] ?? 0) + x
      sums[j + 2 * size] = (sums[j + 2 * size] ?? 0) + x * x
    }
    for (let a = 0; a < answered; a++) {
      const j = given[a] ?? 0
      const x = answers[j] ?? 0
      const row = 3 * size + j * size
      for (let b = a; b < answered; b++) {
        const k = given[b] ?? 0
        sums[row + k] = (sums[row + k] ?? 0) + x * (answers[k] ?? 0)
      }
      for (let b = 0; b < missing; b++) {
        const at = row + (open[b] ?? 0)
        sums[at + area] = (sums[at + area] ?? 0) + 1
        sums[at + 2 * area] = (sums[at + 2 * area] ?? 0) + x
        sums[at + 3 * area] = (sums[at + 3 * area] ?? 0) + x * x
      }
    }
  }

  /** Adds other sums, so many times. */
  addTimes(other: CrossSums, times: number): void {
    const { sums } = this
    const added = other.sums
    for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] ?? 0) + times * (added[at] ?? 0)
  }

  /** How many answered both questions. */
  count(j: number, k: number): number {
    return this.pairSum(0, j, k)
  }

  /** Variance of a question's answers (over n); 0 without a spread. */
  variance(j: number): number {
    return this.varianceWith(j, j)
  }

  /** Correlation of two questions over those who answered both; NaN where one has no spread among them. */
  correlation(j: number, k: number): number {
    const n = this.count(j, k)
    const spread = this.varianceWith(j, k) * this.varianceWith(k, j)
    if (!(spread > 0)) return Number.NaN
    const { size, sums } = this
    const products = sums[3 * size + Math.min(j, k) * size + Math.max(j, k)] ?? 0
    const covariance = products / n - (this.pairSum(1, j, k) / n) * (this.pairSum(1, k, j) / n)
    return Math.max(-1, Math.min(1, covariance / Math.sqrt(spread)))
  }

  /** Covariances of some questions: their correlations over those who answered both, with the spread of all answers. */
  covariances(of: readonly number[]): Matrix {
    const deviations = of.map((j) => Math.sqrt(this.variance(j)))
    return of.map((j, row) =>
      of.map((k, column) => {
        const r = j === k ? 1 : this.correlation(j, k)
        return r * (deviations[row] ?? 0) * (deviations[column] ?? 0)
      }),
    )
  }

  /** Variance of the answers to j among those who answered k. What rounding leaves of equal answers is no spread. */
  private varianceWith(j: number, k: number): number {
    const n = this.count(j, k)
    if (n === 0) return 0
    const mean = this.pairSum(1, j, k) / n
    const square = this.pairSum(2, j, k) / n
    const variance = square - mean * mean
    return variance > 1e-12 * square ? variance : 0
  }

  /** Number (0), sum (1) or sum of squares (2) of the answers to j among those who answered k. */
  private pairSum(power: 0 | 1 | 2, j: number, k: number): number {
    const { size, sums } = this
    const withoutK = 3 * size + (power + 1) * size * size + j * size + k
    return (sums[power * size + j] ?? 0) - (sums[withoutK] ?? 0)
  }
}
