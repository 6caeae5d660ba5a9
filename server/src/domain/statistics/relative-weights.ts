import { symmetricEigen } from './symmetric-eigen.ts'
import type { Matrix } from './symmetric-eigen.ts'

/** How much each of several variables explains of another one. */
export interface RelativeWeights {
  /** Share of the variation of the score that all of them explain together, usually 0 to 1. */
  r2: number
  /** The part of `r2` that is due to each; never negative. Their sum is `r2`. */
  weights: number[]
}

/** Eigenvalues up to this are no direction that the variables vary in. */
const noVariation = 1e-8

/**
 * Relative weights of correlated variables (Johnson 2000, Multivariate Behavioral Research 35:1-19). With R = V D V', the
 * correlations of the variables with each other, and r, those with the score: L = V sqrt(D) V', b = L^-1 r, and the weight of
 * variable j is the sum over k of L[j][k]^2 b[k]^2. The weights sum to the R squared of the regression, and nearly equal what
 * all orders of the variables give on average (Lindeman, Merenda and Gold; Shapley), at a fraction of the cost.
 *
 * Where variables repeat each other, the directions they do not vary in are left out. Correlations over unequal answers can
 * contradict each other; `r2` is then above 1, and says nothing.
 */
export function relativeWeights(between: Matrix, withScore: readonly number[]): RelativeWeights {
  const { values, vectors } = symmetricEigen(between)
  const roots = values.map((value) => (value > noVariation ? Math.sqrt(value) : 0))
  // r in the directions of the eigenvectors, each divided by its length.
  const turned = roots.map((root, k) =>
    root === 0 ? 0 : withScore.reduce((sum, r, j) => sum + (vectors[j]?.[k] ?? 0) * r, 0) / root,
  )
  const fromDirections = (of: readonly number[], j: number): number =>
    of.reduce((sum, value, k) => sum + (vectors[j]?.[k] ?? 0) * value, 0)
  const squares = withScore.map((_, j) => fromDirections(turned, j) ** 2)
  const weights = withScore.map((_, j) =>
    squares.reduce((sum, square, k) => {
      const loading = fromDirections(
        roots.map((root, direction) => root * (vectors[k]?.[direction] ?? 0)),
        j,
      )
      return sum + loading * loading * square
    }, 0),
  )
  return { r2: weights.reduce((sum, weight) => sum + weight, 0), weights }
}
