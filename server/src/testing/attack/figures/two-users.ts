import type { Attack } from './attack.ts'
import { fourByTwo } from './attack.ts'
import { gainsFrom, lookAtFigures } from './look.ts'
import type { Asked, Asker } from './asked.ts'
import { closedVocabulary, indicatorOf } from './vocabulary.ts'
import type { RandomSurvey } from './random-survey.ts'

/**
 * Users with different rights combine what they see: users limited to a unit, and users limited to a value of a
 * background question, whose limit is added to every request. One closed quarter.
 */
export const twoUsers: Attack = {
  name: 'users with different rights together',
  declared: fourByTwo,
  run(target, question) {
    const { survey } = target
    const indicator = indicatorOf(survey, question)
    const quarter = (survey.respondents.length + question) % (survey.quarters - 1)
    const asks = function* (): Iterable<Asked> {
      for (const asker of askersOf(survey))
        for (const asked of closedVocabulary(survey, indicator, { ...fourByTwo, detailed: [quarter] }))
          if (isOfInterest(asked, asker)) yield { ...asked, asker }
    }
    const people = survey.respondents.filter((one) => one.quarter === quarter)
    return gainsFrom(
      target,
      indicator,
      lookAtFigures(target, asks()),
      people.map(({ id }) => id),
    )
  },
}

/**
 * A user without limits, one of each of two units, and one of each value of a declared and of an undeclared question.
 */
function askersOf(survey: RandomSurvey): Asker[] {
  const units = [0, survey.units - 1].map((unit): Asker => ({ unit, filters: [] }))
  const filtered = [0, fourByTwo.filters].flatMap((question) =>
    Array.from({ length: survey.backgrounds[question] ?? 0 }, (_, value): Asker => ({
      unit: null,
      filters: [{ question, value }],
    })),
  )
  return [{ unit: null, filters: [] }, ...units, ...filtered]
}

/** Requests with the same answer for every user, or that contradict the user's limit, tell nothing more. */
function isOfInterest(asked: Asked, { unit, filters }: Asker): boolean {
  if (unit !== null) return asked.place === unit || asked.place === null
  if (filters.length === 0) return true
  return !asked.backgrounds.some(({ question }) => filters.some((filter) => filter.question === question))
}
