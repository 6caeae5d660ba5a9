import type { IndicatorRequest } from '#server/domain/figures/expressions/indicators.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import type { Spread } from './parts.ts'

/** Everything that the bars of a distribution are computed from. */
export interface Distributed {
  indicator: Indicator
  question: Question
  spread: Spread
  /** The figures to ask for: a share for each set of answers that is counted, and the value of the same answers. */
  figures: readonly IndicatorRequest[]
  /** The indicator that tells the value; null where none does. */
  measure: Indicator | null
  /** Whether the indicator counts some rows only. */
  isFiltered: boolean
}
