import type { Asked, AskedIndicator } from './asked.ts'
import { answerCode } from './population.ts'
import type { MemberSets } from './member-sets.ts'
import type { RandomSurvey } from './random-survey.ts'

/** The shown value; null if withheld or without answers, which look the same. */
export interface Answered {
  value: number | null
  n: number | null
}

/** Anything that answers requests for figures. */
export interface Oracle {
  ask(asked: Asked): Answered
  /** Variance of the shown value around the exact figure of `n` answers: the rules of noise and rounding are public. */
  noiseVariance(indicator: AskedIndicator, n: number): Noise
}

/** Variance by its source: half of `keyed` depends on the set, half on those in it who answered the question. */
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

/** The exact figure of respondents who all answered the question. */
export function exactFigure(survey: RandomSurvey, indicator: AskedIndicator, answered: readonly number[]): number {
  let sum = 0
  for (const id of answered) {
    const answer = survey.respondents[id]?.answers[indicator.question]
    if (answer === null || answer === undefined) throw new Error('Only who answered has a figure')
    sum += answerCode(indicator, answer)
  }
  return sum / answered.length
}
