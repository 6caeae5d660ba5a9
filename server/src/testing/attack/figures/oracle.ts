import { answerCode } from './population.ts'
import type { MemberSets } from './member-sets.ts'
import type { RandomSurvey } from './random-survey.ts'

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

/** What is shown; null is withheld or nothing there, which look the same. */
export interface Answered {
  value: number | null
  n: number | null
}

/** Whatever answers figures. */
export interface Oracle {
  ask(asked: Asked): Answered
  /** Variance of what is shown around the exact figure of `n` answers: the law of noise and rounding is public. */
  noiseVariance(indicator: AskedIndicator, n: number): Noise
}

/** Variance by where it comes from: half of `keyed` is of the set, half of those in it who answered the question. */
export interface Noise {
  keyed: number
  rounding: number
}

/** Answers every question exactly: what a survey without a guard shows. */
export function unguardedOracle(survey: RandomSurvey, sets: MemberSets): Oracle {
  return {
    ask(asked) {
      const { answered } = sets.of(asked)
      if (answered.length === 0) return { value: null, n: null }
      return { value: exactFigure(survey, asked.indicator, answered), n: answered.length }
    },
    noiseVariance: () => ({ keyed: 0, rounding: 0 }),
  }
}

/** The figure of respondents, who all answered the question. */
export function exactFigure(survey: RandomSurvey, indicator: AskedIndicator, answered: readonly number[]): number {
  let sum = 0
  for (const id of answered) {
    const answer = survey.respondents[id]?.answers[indicator.question]
    if (answer === null || answer === undefined) throw new Error('Only who answered has a figure')
    sum += answerCode(indicator, answer)
  }
  return sum / answered.length
}
