import type { RandomSurvey } from './random-survey.ts'

/**
 * A figure is the mean of this number over those who answered: the answer itself, -100 to 100 of NPS, 0 or 100 of a
 * share.
 */
export function answerCode(indicator: { kind: 'mean' | 'nps' | 'share'; value?: number }, answer: number): number {
  switch (indicator.kind) {
    case 'mean':
      return answer
    case 'nps':
      return answer >= 9 ? 100 : answer <= 6 ? -100 : 0
    case 'share':
      return answer === indicator.value ? 100 : 0
  }
}

/** What is publicly known about a question's answers, without small groups. */
export interface Population {
  /** Possible answers, their shares, and the code of each in a figure. */
  answers: readonly number[]
  shares: readonly number[]
  codes: readonly number[]
  mean: number
  /** Variance of the codes, over all respondents. */
  variance: number
  /** Variance of the answers, and the share of it that the code explains (1 for a mean). */
  answerVariance: number
  explained: number
  /** Change of the code per change of the answer before rounding. */
  slope: number
}

/** The population of a question, as summarised by a kind of figure. */
export function populationOf(survey: RandomSurvey, question: number, kind: 'mean' | 'nps'): Population {
  const scale = survey.questions[question]
  if (!scale) throw new RangeError(`There is no question ${question}`)
  const answers = Array.from({ length: scale.max - scale.min + 1 }, (_, at) => scale.min + at)
  const counts = answers.map(() => 0)
  let n = 0
  for (const respondent of survey.respondents) {
    const answer = respondent.answers[question]
    if (answer === null || answer === undefined) continue
    counts[answer - scale.min] = (counts[answer - scale.min] ?? 0) + 1
    n++
  }
  const shares = counts.map((count) => count / Math.max(1, n))
  const codes = answers.map((answer) => answerCode({ kind }, answer))
  const mean = expected(shares, codes)
  const variance = expected(
    shares,
    codes.map((code) => (code - mean) ** 2),
  )
  const meanAnswer = expected(shares, answers)
  const withAnswer = expected(
    shares,
    codes.map((code, at) => (code - mean) * ((answers[at] ?? 0) - meanAnswer)),
  )
  const ofAnswer = expected(
    shares,
    answers.map((answer) => (answer - meanAnswer) ** 2),
  )
  // Clamping to the scale reduces the change, by the share of answers that are not at its ends.
  const free = 1 - ((shares[0] ?? 0) + (shares.at(-1) ?? 0)) / 2
  return {
    answers,
    shares,
    codes,
    mean,
    variance,
    answerVariance: ofAnswer,
    explained: withAnswer ** 2 / Math.max(ofAnswer * variance, 1e-9),
    slope: (free * withAnswer) / Math.max(ofAnswer, 1e-9),
  }
}

function expected(shares: readonly number[], values: readonly number[]): number {
  return shares.reduce((sum, share, at) => sum + share * (values[at] ?? 0), 0)
}
