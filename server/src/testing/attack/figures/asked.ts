/** Period of a question to the oracle. `to` is the last of several, which the vocabulary does not allow. */
export interface AskedPeriod {
  kind: 'month' | 'quarter' | 'year' | 'all'
  index: number
  to?: number
}

/** A value of a background question. */
export interface BackgroundValue {
  question: number
  value: number
}

/** What a figure summarises; of a share, `value` is the counted answer. */
export interface AskedIndicator {
  kind: 'mean' | 'nps' | 'share'
  question: number
  value?: number
}

/** A condition the vocabulary of anonymous surveys does not allow. */
export type OutsideDemand =
  /** One of several values of a background question. */
  | { kind: 'values'; question: number; values: readonly number[] }
  /** An indicator's `where`: a rated answer of at most `atMost`. */
  | { kind: 'answer'; question: number; atMost: number }

/** The user: limited to a unit, or to a value of a background question. Without limits if missing. */
export interface Asker {
  unit: number | null
  filters: readonly BackgroundValue[]
}

/**
 * A requested figure. `at` is the number of the running quarter's responses that have come in; `afterTheEnd` closes it.
 */
export interface Asked {
  place: number | null
  period: AskedPeriod
  backgrounds: readonly BackgroundValue[]
  indicator: AskedIndicator
  at?: number
  outside?: readonly OutsideDemand[]
  asker?: Asker
}
