import type { Attack, Declared } from './attack.ts'
import { gainsFrom, lookAtFigures } from './look.ts'
import { indicatorOf } from './vocabulary.ts'
import { closedVocabulary } from './vocabulary.ts'

/** Asks for every figure of closed periods that the vocabulary has, and estimates everybody's answer. */
export function closedFigures(name: string, declared: Declared): Attack {
  return {
    name,
    declared,
    run(target, question) {
      const { survey } = target
      const indicator = indicatorOf(survey, question)
      const closed = Array.from({ length: survey.quarters - 1 }, (_, quarter) => quarter)
      const figures = lookAtFigures(target, closedVocabulary(survey, indicator, { ...declared, detailed: closed }))
      const people = survey.respondents.filter(({ quarter }) => quarter < survey.quarters - 1)
      return gainsFrom(
        target,
        indicator,
        figures,
        people.map(({ id }) => id),
      )
    },
  }
}
