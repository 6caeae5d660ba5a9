import { pooled } from './pooled.ts'
import type { Estimate } from './pooled.ts'

/** An estimate drawn towards the mean of all. */
export interface Shrunk extends Estimate {
  /** Weight of the common mean in it, from 0 (its own value) to 1 (the mean of all). */
  pull: number
}

/**
 * Values of units drawn towards their common mean, the more the less exactly each was measured (empirical Bayes; Morris CN:
 * Parametric empirical Bayes inference: theory and applications, Journal of the American Statistical Association 78 (1983)
 * 47-65): value + B (mean - value) with B = V / (V + A), where V is the unit's own variance and A the variance between units.
 * Mean and A are those of `pooled` (DerSimonian and Laird). B has Morris's factor (k - 3) / (k - 1), because A is estimated
 * itself from k units. The variance is V (1 - B) and that of the mean as far as it counts, B^2 times.
 *
 * In the order of `units`. Fewer than four keep their values: between so few nothing is known of how units differ.
 */
export function shrunk(units: readonly Estimate[]): Shrunk[] {
  const all = units.length < fewestUnits ? null : pooled(units)
  if (!all) return units.map((unit) => ({ ...unit, pull: 0 }))
  const caution = (units.length - 3) / (units.length - 1)
  return units.map(({ value, variance }) => {
    const pull = variance > 0 ? (caution * variance) / (variance + all.between) : 0
    return {
      value: value + pull * (all.value - value),
      variance: variance * (1 - pull) + pull ** 2 * all.variance,
      pull,
    }
  })
}

const fewestUnits = 4
