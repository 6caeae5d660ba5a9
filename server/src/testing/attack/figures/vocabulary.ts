import { afterTheEnd } from './arrivals.ts'
import type { Asked, AskedIndicator, BackgroundValue } from './asked.ts'
import { yearOf } from './member-sets.ts'
import type { RandomSurvey } from './random-survey.ts'

/** What an attacker asks for: how many background questions, how many of them combined, and which quarters. */
export interface Breadth {
  filters: number
  together: 1 | 2
  /** Quarters asked for by background; unfiltered, all quarters are asked for. */
  detailed: readonly number[]
  /** `afterTheEnd` to ask after the last quarter is closed. */
  at?: typeof afterTheEnd
}

/**
 * Every figure of an indicator that the vocabulary has: each place in each quarter, by backgrounds, and in longer
 * periods.
 */
export function* closedVocabulary(survey: RandomSurvey, indicator: AskedIndicator, breadth: Breadth): Iterable<Asked> {
  const { at = 0 } = breadth
  const quarters = at === afterTheEnd ? survey.quarters : survey.quarters - 1
  for (const place of placesOf(survey)) {
    for (let quarter = 0; quarter < quarters; quarter++)
      yield { place, period: { kind: 'quarter', index: quarter }, backgrounds: [], indicator, at }
    for (const quarter of breadth.detailed)
      for (const backgrounds of backgroundsOf(survey, breadth.filters, breadth.together))
        yield { place, period: { kind: 'quarter', index: quarter }, backgrounds, indicator, at }
    for (let year = 0; year <= yearOf(survey, survey.quarters - 1); year++)
      yield { place, period: { kind: 'year', index: year }, backgrounds: [], indicator, at }
    yield { place, period: { kind: 'all', index: 0 }, backgrounds: [], indicator, at }
  }
}

/** The top and every unit. */
export function placesOf({ units }: Pick<RandomSurvey, 'units'>): (number | null)[] {
  return [null, ...Array.from({ length: units }, (_, unit) => unit)]
}

/** Every value of the first background questions, and every two of different questions. */
export function backgroundsOf(survey: RandomSurvey, filters: number, together: number): BackgroundValue[][] {
  const single = survey.backgrounds
    .slice(0, filters)
    .flatMap((values, question) => Array.from({ length: values }, (_, value) => ({ question, value })))
  const pairs = single.flatMap((first) =>
    single.filter(({ question }) => question > first.question).map((second) => [first, second]),
  )
  return [...single.map((one) => [one]), ...(together > 1 ? pairs : [])]
}

/** The main indicator of a question: its mean, or its NPS. */
export function indicatorOf(survey: RandomSurvey, question: number): AskedIndicator {
  return { kind: survey.questions[question]?.kind ?? 'mean', question }
}
