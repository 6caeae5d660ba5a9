/** Period of a question to the oracle. `to` is the last one of several, which the vocabulary does not know. */
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

/** What a figure sums up: of a share, the answer counted is `value`. */
export interface AskedIndicator {
  kind: 'mean' | 'nps' | 'share'
  question: number
  value?: number
}

/** A demand the vocabulary of anonymous surveys does not know. */
export type OutsideDemand =
  /** One of several values of a background question. */
  | { kind: 'values'; question: number; values: readonly number[] }
  /** An indicator's `where`: a rated answer of at most `atMost`. */
  | { kind: 'answer'; question: number; atMost: number }

/** Who asks: a user confined to a unit, or to a value of a background question. Nobody in particular where missing. */
export interface Asker {
  unit: number | null
  filters: readonly BackgroundValue[]
}

/** A figure asked for. `at` counts the running quarter's responses that have come in; `afterTheEnd` closes it. */
export interface Asked {
  place: number | null
  period: AskedPeriod
  backgrounds: readonly BackgroundValue[]
  indicator: AskedIndicator
  at?: number
  outside?: readonly OutsideDemand[]
  asker?: Asker
}
